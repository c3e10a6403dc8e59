import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BadgeTone =
  | 'neutral'
  | 'brand'
  | 'champagne'
  | 'good'
  | 'warn'
  | 'bad'
  | 'info'
  | 'green'
  | 'blue'
  | 'purple'
  | 'pink'
  | 'grey'

export type BadgeProps = {
  tone?: BadgeTone
  /** A small icon before the words; decorative. */
  icon?: ReactNode
  className?: string
  children: ReactNode
}

const toneClassNames: Record<BadgeTone, string> = {
  neutral: 'bg-wash text-ink-soft',
  brand: 'bg-brand-soft text-brand',
  champagne: 'bg-champagne text-ink inset-ring inset-ring-champagne-line',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  green: 'bg-plan-green-soft text-plan-green',
  blue: 'bg-plan-blue-soft text-plan-blue',
  purple: 'bg-plan-purple-soft text-plan-purple',
  pink: 'bg-plan-pink-soft text-plan-pink',
  grey: 'bg-plan-grey-soft text-plan-grey',
}

/** A state or a plan as a word. Long plan names end in an ellipsis. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 max-w-full items-center gap-1.5 rounded-full px-2.5 text-xs leading-none font-semibold',
        toneClassNames[tone],
        className,
      )}
    >
      {icon && (
        <span aria-hidden="true" className="-ms-0.5 shrink-0 [&>svg]:size-3.5">
          {icon}
        </span>
      )}
      <span className="truncate py-1">{children}</span>
    </span>
  )
}
