import { ChartBarBig } from 'lucide-react'

import { listLivePolls } from '#contract/live/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { Poll } from '#web/features/polls/poll.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { liveTexts } from '../messages.ts'

const texts = liveTexts.polls

/** The polls that were asked in the chat, the latest first. */
export function LivePolls({ liveSessionId }: { liveSessionId: string }) {
  const found = useQuery(listLivePolls, { liveSessionId })
  if (!found.data)
    return found.error ? (
      <ErrorState title={texts.failed} onRetry={() => void found.refetch()} isRetrying={found.isFetching}>
        {found.error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={texts.loading} count={2} />
    )
  if (found.data.pollIds.length === 0)
    return (
      <EmptyState icon={<ChartBarBig />} title={texts.none} className="border-none">
        {texts.noneHelp}
      </EmptyState>
    )
  return (
    <ul className="flex flex-col gap-4">
      {found.data.pollIds.map((pollId) => (
        <li key={pollId}>
          <Poll pollId={pollId} />
        </li>
      ))}
    </ul>
  )
}
