import { ShieldCheck } from 'lucide-react'

import { listHeldMessages } from '#contract/channels/moderation-routes.ts'
import { MESSAGES_PER_PAGE } from '#contract/channels/rules.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import { usePages } from '#web/api/use-pages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
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
      <MoreRows list={list} label={texts.showMore} failed={texts.moreFailed} />
    </>
  )
}
