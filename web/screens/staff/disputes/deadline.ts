import { formatDay } from '#contract/dates.ts'

import { disputeTexts as texts } from './messages.ts'

/** The day that matters of a dispute, in a few words. */
export function deadlineText({
  respondBy,
  settledAt,
}: {
  respondBy: string | null
  settledAt: string | null
}): string {
  if (settledAt !== null) return texts.settledOn(formatDay(settledAt))
  if (respondBy === null) return texts.noDay
  const day = formatDay(respondBy)
  return Date.parse(respondBy) < Date.now() ? texts.overdue(day) : texts.dueBy(day)
}
