import type { BadgeTone } from '#web/ui/badge.tsx'

/** The spec's colours for this list (posts have others), by the plan's name in lower case. */
const TONES: ReadonlyMap<string, BadgeTone> = new Map([
  ['free', 'green'],
  ['buzzed', 'green'],
  ['tipsy', 'blue'],
  ['drunk', 'purple'],
])

/** A plan's badge colour in the subscriptions list; grey for creators' own names. */
export function planTone(tier: string): BadgeTone {
  return TONES.get(tier) ?? 'grey'
}
