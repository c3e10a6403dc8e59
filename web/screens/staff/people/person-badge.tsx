import type { PersonState } from '#contract/console/rules.ts'
import { Badge } from '#web/ui/badge.tsx'

import { peopleTexts as texts } from './messages.ts'

const TONES = { unconfirmed: 'neutral', suspended: 'bad', closing: 'warn', erased: 'grey' } as const

/** What is unusual about an account; nothing for nearly everyone. */
export function PersonBadge({ state }: { state: PersonState }) {
  return state === 'active' ? null : <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
}
