import { ChartBarBig, Pencil, Trash2 } from 'lucide-react'

import type { Poll } from '#contract/polls/poll.ts'
import { getPoll } from '#contract/polls/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { pollTexts } from '#web/features/polls/messages.ts'
import { stateText } from '#web/features/polls/poll-lines.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

import { writerTexts } from '../messages.ts'

/** A poll in the text that is being written: what it asks, and how to change or remove it. */
export function TextPoll({
  pollId,
  onChange,
  onRemove,
}: {
  pollId: string
  onChange: (poll: Poll) => void
  onRemove: () => void
}) {
  const { data: poll, error, refetch } = useQuery(getPoll, { pollId })
  const isGone = error?.code === 'poll_not_found'
  return (
    <section
      aria-label={pollTexts.poll}
      className="flex flex-col gap-3 rounded-card border border-line bg-paper-raised px-4 pt-4 pb-2 text-start"
    >
      {poll ? (
        <>
          <div>
            <p dir="auto" className="flex items-start gap-2 font-semibold wrap-break-word">
              <ChartBarBig aria-hidden="true" className="mt-1 size-5 shrink-0 text-ink-faint" />
              <span className="min-w-0">{poll.question}</span>
            </p>
            <p className="text-sm text-ink-faint">{stateText(poll)}</p>
          </div>
          <ul className="flex flex-col gap-1.5 text-sm text-ink-soft">
            {poll.options.map(({ text, picture }, index) => (
              <li
                // oxlint-disable-next-line react/no-array-index-key -- an option is its place
                key={index}
                dir="auto"
                className="flex items-center gap-2 rounded-control bg-wash px-3 py-1.5"
              >
                {picture && (
                  <img
                    src={picture.src ?? undefined}
                    alt={picture.alt}
                    className="h-9 w-12 shrink-0 rounded-control object-cover"
                  />
                )}
                <span className="min-w-0 wrap-break-word">{text}</span>
              </li>
            ))}
          </ul>
        </>
      ) : error ? (
        <p className="text-sm text-ink-soft">{isGone ? pollTexts.gone : pollTexts.failed}</p>
      ) : (
        <Spinner label={pollTexts.loading} />
      )}
      <div className="flex flex-wrap justify-end gap-1">
        {poll && poll.state !== 'closed' && (
          <Button size="small" variant="quiet" icon={<Pencil />} onClick={() => onChange(poll)}>
            {pollTexts.edit}
          </Button>
        )}
        {error && !isGone && (
          <Button size="small" variant="quiet" onClick={() => void refetch()}>
            {pollTexts.tryAgain}
          </Button>
        )}
        <Button size="small" variant="quiet" icon={<Trash2 />} onClick={onRemove}>
          {writerTexts.removePoll}
        </Button>
      </div>
    </section>
  )
}
