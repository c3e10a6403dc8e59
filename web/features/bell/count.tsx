import { bellTexts as texts } from './messages.ts'

const SHOWN_MAX = 99

/** How many wait, in a small pill; nothing when none do. */
export function Count({ of, said, className = '' }: { of: number; said: string; className?: string }) {
  if (of === 0) return null
  return (
    <span
      className={`inline-grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-brand px-1 text-xs leading-none font-semibold text-brand-ink tabular-nums ${className}`}
    >
      <span aria-hidden="true">{of > SHOWN_MAX ? texts.many : of}</span>
      <span className="sr-only">{said}</span>
    </span>
  )
}
