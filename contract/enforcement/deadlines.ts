import type { Urgency } from './rules.ts'

/*
 * How long everything around reports may take. What a law asks for is a profile with the day from which it holds, so that
 * a case keeps the deadlines it was opened under. Clocks run on Sundays and holidays. Counsel confirms the figures.
 */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface DeadlineProfile {
  name: string
  /** The day from which it holds. */
  from: string
  acknowledgeHours: number
  decideHours: Record<Urgency, number>
}

/** The latest first. */
export const DEADLINE_PROFILES: readonly [DeadlineProfile, ...DeadlineProfile[]] = [
  {
    // Information Technology (Intermediary Guidelines and Digital Media Ethics Code) Rules 2021, as amended in 2026.
    name: 'India 2026',
    from: '2026-02-20',
    acknowledgeHours: 24,
    decideHours: { ordinary: 7 * 24, listed: 36, intimate: 2, order: 3 },
  },
  {
    // The same rules before: 15 days, 72 hours for removals, 24 for intimate pictures, 36 for orders.
    name: 'India 2021',
    from: '2021-05-26',
    acknowledgeHours: 24,
    decideHours: { ordinary: 15 * 24, listed: 72, intimate: 24, order: 36 },
  },
]

/** What holds at a moment; before all of them, the oldest does. */
export function profileAt(now: Date): DeadlineProfile {
  const [latest, ...earlier] = DEADLINE_PROFILES
  return (
    [latest, ...earlier].find(({ from }) => Date.parse(`${from}T00:00:00Z`) <= now.getTime()) ??
    earlier.at(-1) ??
    latest
  )
}

/** At these parts of the time, in percent, somebody is told that a case is still open; at 100 it is late. */
export const ALARM_STAGES = [50, 80, 100] as const
export type AlarmStage = (typeof ALARM_STAGES)[number]

export interface Deadlines {
  profile: string
  acknowledgeDueAt: Date
  dueAt: Date
}

/** By when a case that begins now has to be acknowledged and decided. */
export function deadlinesFrom(openedAt: Date, urgency: Urgency): Deadlines {
  const { name, acknowledgeHours, decideHours } = profileAt(openedAt)
  return {
    profile: name,
    acknowledgeDueAt: new Date(openedAt.getTime() + acknowledgeHours * HOUR_MS),
    dueAt: new Date(openedAt.getTime() + decideHours[urgency] * HOUR_MS),
  }
}

/** The moment of a stage between the beginning and the deadline, to the millisecond. */
export function stageAt(openedAt: Date, dueAt: Date, stage: AlarmStage): Date {
  return new Date(openedAt.getTime() + Math.floor(((dueAt.getTime() - openedAt.getTime()) * stage) / 100))
}

/** So long the person concerned may appeal. What was removed is kept as long. */
export const APPEAL_DAYS = 180
/** An appeal is answered within this time. */
export const APPEAL_ANSWER_DAYS = 15
/** If nobody else was there to answer it by then, the measure ends, unless a law asks for it. */
export const APPEAL_UNANSWERED_DAYS = 30
/** A strike counts for so long. */
export const STRIKE_DAYS = 180
/** Payouts are held for so long, and once more for as long by a second person. */
export const HOLD_DAYS = 14
/** The longest time for anything else that is decided about a page. */
export const LIMIT_DAYS_MAX = 180
/** The longest time to fix something that is hidden. */
export const FIX_DAYS_MAX = 30

export function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS)
}
