import { Check } from 'lucide-react'

import type { Poll } from '#contract/polls/poll.ts'
import { classNames } from '#web/ui/class-names.ts'

import { pollTexts as texts } from './messages.ts'
import { percentOf } from './poll-lines.ts'
import { ShownPicture } from './shown-picture.tsx'

export interface Ballot {
  isSingle: boolean
  isOn: boolean
  /** No more can be chosen. */
  isFull: boolean
  onChange: (isOn: boolean) => void
}

/** One option: to choose, or with what it got, or both. */
export function PollOption({
  name,
  option: { text, picture, votes, weight },
  totalWeight,
  isWeighted,
  isOwn,
  ballot,
  onEnlarge,
}: {
  name: string
  option: Poll['options'][number]
  totalWeight: number | null
  isWeighted: boolean
  isOwn: boolean
  /** null: it can't be chosen now. */
  ballot: Ballot | null
  /** Shows a picture large. */
  onEnlarge: (mediaId: string) => void
}) {
  const percent = weight === null || totalWeight === null ? null : percentOf(weight, totalWeight)
  const Row = ballot ? 'label' : 'div'
  return (
    <li className={picture ? 'flex' : undefined}>
      <Row
        className={classNames(
          'relative overflow-hidden rounded-control border border-line',
          picture ? 'flex w-full flex-col' : 'block',
          ballot &&
            'cursor-pointer hover:border-line-strong has-checked:border-brand has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-brand',
        )}
      >
        {picture && (
          <ShownPicture picture={picture} optionText={text} onEnlarge={() => onEnlarge(picture._id)} />
        )}
        <span
          className={classNames(
            'relative flex min-h-11 items-center gap-x-3 gap-y-1 px-3.5 py-2.5',
            picture && 'flex-1 flex-wrap',
          )}
        >
          {percent !== null && (
            <svg
              aria-hidden="true"
              preserveAspectRatio="none"
              viewBox="0 0 100 1"
              className="absolute inset-0 size-full text-brand-soft rtl:-scale-x-100"
            >
              <rect width={percent} height="1" fill="currentColor" />
            </svg>
          )}
          {ballot && (
            <input
              type={ballot.isSingle ? 'radio' : 'checkbox'}
              name={name}
              checked={ballot.isOn}
              disabled={ballot.isFull && !ballot.isOn}
              onChange={({ target }) => ballot.onChange(target.checked)}
              className="relative size-5 shrink-0 accent-brand outline-none"
            />
          )}
          <span dir="auto" className="relative min-w-0 flex-1 text-base text-ink wrap-break-word">
            {text}
          </span>
          {isOwn && (
            <span className="relative inline-flex shrink-0 items-center gap-1 text-sm font-medium text-brand">
              <Check aria-hidden="true" className="size-4" />
              <span className={picture ? 'sr-only' : 'max-sm:sr-only'}>{texts.own}</span>
            </span>
          )}
          {percent !== null && votes !== null && (
            <span
              className={classNames(
                'relative shrink-0 text-sm text-ink-soft tabular-nums',
                picture ? 'w-full' : 'text-end',
              )}
            >
              <span className="font-semibold text-ink">{texts.share(percent)}</span>
              <span className={picture ? 'ms-1.5 text-xs' : 'block text-xs'}>
                {texts.votes(votes)}
                {isWeighted && weight !== null && `, ${texts.weightOf(weight)}`}
              </span>
            </span>
          )}
        </span>
      </Row>
    </li>
  )
}
