import { Gauge } from 'lucide-react'

import { classNames } from '#web/ui/class-names.ts'

import { playerTexts } from './player-messages.ts'
import type { Quality } from './sources.ts'

const texts = playerTexts.quality

export type QualityChoiceProps = {
  offered: readonly Quality[]
  quality: Quality
  onChoose: (quality: Quality) => void
  /** On phones, only the icon. */
  isCompact?: boolean
  /** Over the dark that pictures are shown on. */
  isOnStage?: boolean
}

/** How much data playing may use; nothing when there is no choice. */
export function QualityChoice({
  offered,
  quality,
  onChoose,
  isCompact = false,
  isOnStage = false,
}: QualityChoiceProps) {
  if (offered.length < 2) return null
  const chosen = offered.includes(quality) ? quality : 'auto'
  return (
    <span
      className={classNames(
        'relative inline-flex h-11 min-w-11 items-center justify-center gap-2 rounded-control px-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-brand',
        isOnStage ? 'text-stage-ink hover:bg-stage-ink/15' : 'text-ink-soft hover:bg-wash hover:text-ink',
      )}
    >
      <Gauge aria-hidden="true" className="size-4.5 shrink-0" />
      <span aria-hidden="true" className={classNames(isCompact && 'max-sm:hidden')}>
        {texts[chosen]}
      </span>
      {/* The browser's own select, laid over the label of the current choice. */}
      <select
        aria-label={texts.label}
        value={chosen}
        onChange={(event) => {
          const wanted = offered.find((value) => value === event.target.value)
          if (wanted) onChoose(wanted)
        }}
        className="absolute inset-0 appearance-none text-base opacity-0 [&>option]:bg-paper-raised [&>option]:text-ink"
      >
        {offered.map((value) => (
          <option key={value} value={value}>
            {texts[value]}
          </option>
        ))}
      </select>
    </span>
  )
}
