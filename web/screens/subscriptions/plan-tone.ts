import type { BadgeTone } from '#web/ui/badge.tsx'

/** The spec's colours of this list (posts have others), by the plan's name in lower case. */
const TONES: ReadonlyMap<string, BadgeTone> = new Map([
  ['free', 'green'],
  ['buzzed', 'green'],
  ['tipsy', 'blue'],
  ['drunk', 'purple'],
])

/** The badge colour of a plan in the subscriptions list; grey for names of the creators' own. */
export function planTone(tier: string): BadgeTone {
  return TONES.get(tier) ?? 'grey'
}
