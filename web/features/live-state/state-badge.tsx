import { CircleDot } from 'lucide-react'

import type { LiveState } from '#contract/live/rules.ts'
import { Badge } from '#web/ui/badge.tsx'

import { liveStateTexts } from './messages.ts'

const TONES = {
  scheduled: 'neutral',
  open: 'champagne',
  live: 'bad',
  ended: 'neutral',
  cancelled: 'neutral',
  missed: 'neutral',
} as const

export function StateBadge({ state }: { state: LiveState }) {
  return (
    <Badge tone={TONES[state]} icon={state === 'live' ? <CircleDot /> : undefined}>
      {liveStateTexts[state]}
    </Badge>
  )
}
