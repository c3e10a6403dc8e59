import { ShieldCheck } from 'lucide-react'

import { listHeldMessages } from '#contract/channels/calls.ts'
import { MESSAGES_PER_PAGE } from '#contract/channels/rules.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import { usePages } from '#web/api/use-pages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'

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

  return (
    <PagedList
      list={list}
      texts={texts}
      empty={
        <EmptyState icon={<ShieldCheck />} title={texts.none}>
          {texts.noneHelp}
        </EmptyState>
      }
    >
      {(rows) => (
        <ul className="space-y-4">
          {rows.map((held) => (
            <HeldRow key={held._id} pageHandle={pageHandle} held={held} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
