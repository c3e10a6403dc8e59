import { plural } from '#contract/plural.ts'
import { formatNumber } from '#contract/numbers.ts'
import { CircleCheck, TriangleAlert, WifiOff } from 'lucide-react'

import type { BroadcastState } from './broadcast.ts'
import { broadcastTexts as texts } from './messages.ts'

/** Who watches, and how the picture gets out, in words. */
export function Health({ state, viewers }: { state: BroadcastState; viewers: number }) {
  const { line, bitrate } = state
  const Icon = { steady: CircleCheck, slow: TriangleAlert, lost: WifiOff }[line]
  const tone = { steady: 'text-good', slow: 'text-warn', lost: 'text-bad' }[line]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
      <span>{plural(viewers, texts.viewers)}</span>
      {bitrate > 0 && (
        <span className="tabular-nums">
          {texts.bitrate(formatNumber(Math.round(bitrate / 100_000) / 10))}
        </span>
      )}
      <output className="flex min-w-0 items-start gap-1.5">
        <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${tone}`} />
        {texts.line[line]}
      </output>
    </div>
  )
}
