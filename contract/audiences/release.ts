import type { DraftStep } from './draft-steps.ts'
import { audienceMessages as messages } from './messages.ts'
import { DAYS_MAX } from './reach.ts'
import type { AudienceStep } from './steps.ts'

/* When the steps of an audience begin. Without zod: pages that visitors load name these moments. */

const DAY_MS = 86_400_000

/** The steps of something that is published at that moment, to the minute where days are counted. */
export function fixSteps(steps: readonly DraftStep[], publishedAt: Date): AudienceStep[] {
  return steps.map(({ afterDays, ...step }) => {
    if (!afterDays) return step
    const at = new Date(publishedAt.getTime() + afterDays * DAY_MS)
    at.setUTCSeconds(0, 0)
    return { ...step, fromAt: at.toISOString() }
  })
}

/** When a step begins, of something that is published at that moment; at once where it has no beginning. */
export function beginOf({ fromAt, afterDays }: DraftStep, publishedAt: Date): number {
  if (fromAt !== null) return Date.parse(fromAt)
  return publishedAt.getTime() + (afterDays ?? 0) * DAY_MS
}

/** By when they begin; the same moment in the order they were given. */
export function sortSteps(steps: readonly DraftStep[], publishedAt: Date): DraftStep[] {
  return steps.toSorted((a, b) => beginOf(a, publishedAt) - beginOf(b, publishedAt))
}

/** What is wrong with a step, in words; null: nothing. */
export function problemOf(step: DraftStep, now: Date): string | null {
  const { reach, planIds, fromAt, untilAt, afterDays } = step
  if (reach === 'plans' && planIds.length === 0) return messages.plansMissing
  if (afterDays !== undefined && afterDays !== null && !(afterDays >= 1 && afterDays <= DAYS_MAX))
    return messages.daysWrong(DAYS_MAX)
  if (fromAt !== null && Date.parse(fromAt) <= now.getTime()) return messages.beginsInThePast
  if (untilAt !== null && Date.parse(untilAt) <= now.getTime()) return messages.beginsInThePast
  if (untilAt !== null && Date.parse(untilAt) <= beginOf(step, now)) return messages.endsBeforeItBegins
  return null
}
