import { ShieldCheck } from 'lucide-react'

import { listHeldMessages } from '#contract/channels/moderation-routes.ts'
import { MESSAGES_PER_PAGE } from '#contract/channels/rules.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { HeldRow } from './held-row.tsx'
import { moderationScreenTexts } from './messages.ts'

const texts = moderationScreenTexts.queue
const TOLD = [listHeldMessages]

/** What waits for a decision, the oldest first. */
export function QueueTab({ pageHandle }: { pageHandle: string }) {
  const list = usePages(listHeldMessages, { pageHandle, limit: MESSAGES_PER_PAGE }, (rows) =>
    rows.map((row) => ({ ...row, _id: row.message._id })),
  )
  useRefreshOn('notification', TOLD)

  if (!list.rows)
    return list.error ? (
      <ErrorState title={texts.failed} onRetry={list.refetch} isRetrying={list.isFetching}>
        {list.error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={texts.loading} />
    )
  if (list.rows.length === 0)
    return (
      <EmptyState icon={<ShieldCheck />} title={texts.none}>
        {texts.noneHelp}
      </EmptyState>
    )
  return (
    <>
      <ul className="space-y-4">
        {list.rows.map((held) => (
          <HeldRow key={held._id} pageHandle={pageHandle} held={held} />
        ))}
      </ul>
      {list.hasMore && (
        <div className="mt-6 flex flex-col items-center gap-3">
          {list.moreState === 'failed' && <ErrorLine>{texts.moreFailed}</ErrorLine>}
          <Button isLoading={list.moreState === 'loading'} onClick={list.showMore}>
            {texts.showMore}
          </Button>
        </div>
      )}
    </>
  )
}
