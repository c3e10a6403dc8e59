import * as z from 'zod/mini'

import type { AudienceStep } from '#contract/audiences/steps.ts'
import { liveForm, type LiveSession } from '#contract/live/live-session.ts'

export const sessionForm = z.object(liveForm)
/** What the form about a session holds. */
export type SessionValues = z.infer<typeof sessionForm>

/** A new session begins so much later, at a full hour, until its creator says otherwise. */
const AHEAD_AT_FIRST_MS = 2 * 86_400_000
/** A session that is planned again begins at least so much later: people are told of it, and have plans of their own. */
const AHEAD_AGAIN_MS = 86_400_000

const MEMBERS: AudienceStep = { reach: 'members', planIds: [], isExact: false, fromAt: null, untilAt: null }

/** A session as it is set up; null: this reader isn't told. */
export function valuesOf({ settings, ...session }: LiveSession): SessionValues | null {
  if (!settings) return null
  const { title, text, startsAt, questions, anonymousAllowed, video } = session
  const { audience, replay } = settings
  return { title, text, startsAt, questions, anonymousAllowed, video, audience, replay }
}

/** A session that nothing is known of yet. */
export function newValues(now: Date): SessionValues {
  const startsAt = new Date(now.getTime() + AHEAD_AT_FIRST_MS)
  startsAt.setMinutes(0, 0, 0)
  return {
    title: '',
    text: '',
    startsAt: startsAt.toISOString(),
    audience: [MEMBERS],
    questions: 'open',
    anonymousAllowed: true,
    video: 'none',
    replay: 'draft',
  }
}

/**
 * The same session once more, at its hour of its weekday, for those to whom it is open now. `planIds`: plans that are
 * still offered; null: not known yet.
 */
export function valuesAgain(
  values: SessionValues,
  planIds: readonly string[] | null,
  now: Date,
): SessionValues {
  return {
    ...values,
    startsAt: sameTimeAgain(new Date(values.startsAt), now).toISOString(),
    audience: audienceAgain(values.audience, planIds, now),
  }
}

/** By the calendar of this device: an hour is the same hour after clocks have been changed. */
function sameTimeAgain(startsAt: Date, now: Date): Date {
  const at = new Date(startsAt)
  while (at.getTime() < now.getTime() + AHEAD_AGAIN_MS) at.setDate(at.getDate() + 7)
  return at
}

/** Steps that are over, and plans that are gone, are left out: the server would refuse them. */
function audienceAgain(
  steps: readonly AudienceStep[],
  planIds: readonly string[] | null,
  now: Date,
): AudienceStep[] {
  const isPast = (at: string | null) => at !== null && Date.parse(at) <= now.getTime()
  const left = steps
    .filter(({ untilAt }) => !isPast(untilAt))
    .map((step) => ({
      ...step,
      fromAt: isPast(step.fromAt) ? null : step.fromAt,
      planIds: planIds ? step.planIds.filter((id) => planIds.includes(id)) : step.planIds,
    }))
    .filter((step) => step.reach !== 'plans' || step.planIds.length > 0)
  return left.length > 0 ? left : [MEMBERS]
}
