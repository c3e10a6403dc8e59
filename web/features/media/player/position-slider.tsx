import type { KeyboardEvent } from 'react'

import { clockText, spokenTime } from '../duration.ts'
import { playerTexts } from './player-messages.ts'

const texts = playerTexts.player

/** Where a recording is, between its beginning and its end, and the way to elsewhere. */
export function PositionSlider({
  second,
  durationSeconds,
  onSeek,
  onKeyDown,
}: {
  second: number
  durationSeconds: number
  onSeek: (second: number) => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}) {
  const end = Math.max(1, Math.floor(durationSeconds))
  return (
    <>
      <span className="min-w-10 text-end">{clockText(second)}</span>
      <input
        type="range"
        aria-label={texts.position}
        aria-valuetext={texts.positionOf(spokenTime(second), spokenTime(durationSeconds))}
        min={0}
        max={end}
        step={1}
        value={Math.min(Math.floor(second), end)}
        onKeyDown={onKeyDown}
        onChange={(event) => onSeek(event.target.valueAsNumber)}
        className="h-11 min-w-0 flex-1 accent-brand"
      />
      <span className="min-w-10">{clockText(durationSeconds)}</span>
    </>
  )
}
