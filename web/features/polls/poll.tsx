import { ChartBarBig } from 'lucide-react'
import { useRef } from 'react'

import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

import { pollTexts as texts } from './messages.ts'
import { PollCard } from './poll-card.tsx'
import { useLivePoll } from './use-live-poll.ts'

/** A poll where it hangs: its question, how to vote, and what was voted. */
export function Poll({ pollId }: { pollId: string }) {
  const placeRef = useRef<HTMLElement>(null)
  const { data: poll, error, isPending, refetch, keep } = useLivePoll(pollId, placeRef)
  return (
    <section
      ref={placeRef}
      aria-label={texts.poll}
      className="min-h-44 rounded-card border border-line bg-paper-raised p-4 text-start sm:p-6"
    >
      {poll ? (
        <PollCard poll={poll} onChanged={keep} onStale={() => void refetch()} />
      ) : error?.code === 'poll_not_found' ? (
        <p className="flex items-center gap-2 text-ink-faint">
          <ChartBarBig aria-hidden="true" className="size-5" />
          {texts.gone}
        </p>
      ) : error ? (
        <div role="alert" className="flex flex-col items-start gap-3 text-ink-soft">
          {texts.failed}
          <Button size="small" onClick={() => void refetch()}>
            {texts.tryAgain}
          </Button>
        </div>
      ) : (
        isPending && (
          <div className="grid min-h-32 place-items-center">
            <Spinner label={texts.loading} />
          </div>
        )
      )}
    </section>
  )
}
