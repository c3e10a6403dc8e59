import type { PageState } from '#contract/console/rules.ts'
import { Badge } from '#web/ui/badge.tsx'

import { creatorTexts as texts } from './messages.ts'

/** What is unusual about a page; nothing for nearly every one. */
export function PageBadge({ state }: { state: PageState }) {
  return state === 'open' ? null : (
    <Badge tone={state === 'suspended' ? 'bad' : 'warn'}>{texts.states[state]}</Badge>
  )
}
