import { Suspense, useState } from 'react'

import type { Poll } from '#contract/polls/poll.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'

import { pollTexts as texts } from './messages.ts'
import { type Ballot, PollOption } from './poll-option.tsx'

const Lightbox = lazyPart(async () => (await import('#web/features/lightbox/lightbox.tsx')).Lightbox)

/** The options below each other, or, where some have pictures, beside each other. */
export function PollOptions({
  poll: { options, totalWeight, weights },
  name,
  own,
  ballotOf,
}: {
  poll: Poll
  /** Of the fields, shared by all of them. */
  name: string
  /** What the viewer voted for; empty while they choose. */
  own: readonly number[]
  /** null: they can't be chosen now. */
  ballotOf: ((index: number) => Ballot) | null
}) {
  const [enlargedId, setEnlargedId] = useState<string | null>(null)
  const pictures = options.flatMap(({ picture }) => picture ?? [])
  const start = pictures.findIndex(({ _id }) => _id === enlargedId)
  return (
    <>
      <ul
        className={
          pictures.length > 0 ? 'mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3' : 'mt-4 flex flex-col gap-2'
        }
      >
        {options.map((option, index) => (
          <PollOption
            // oxlint-disable-next-line react/no-array-index-key -- an option is its place
            key={index}
            name={name}
            option={option}
            totalWeight={totalWeight}
            isWeighted={weights.length > 0}
            isOwn={own.includes(index)}
            ballot={ballotOf?.(index) ?? null}
            onEnlarge={setEnlargedId}
          />
        ))}
      </ul>
      {start >= 0 && (
        <Suspense>
          <Lightbox
            pictures={pictures}
            start={start}
            label={texts.lightbox}
            onClose={() => setEnlargedId(null)}
          />
        </Suspense>
      )}
    </>
  )
}
