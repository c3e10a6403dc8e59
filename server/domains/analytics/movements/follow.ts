import { monthlyTwelfths, RESTATED_DAYS } from '#contract/analytics/formulas.ts'
import { accessEnd } from '#contract/subscriptions/engine/access.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'

import { dayOf, monthOf } from '../days/calendar.ts'
import {
  addToCohort,
  addToDay,
  findCohort,
  findFacts,
  insertMovement,
  lockStanding,
  type MembershipFacts,
  saveStanding,
} from './movement-queries.ts'
import { stepsSinceJoining, stepsTo } from './steps.ts'

/**
 * Counts what has become of a membership since it was last counted. It goes by the present state, so it may run at any
 * time and any number of times. `at`: since when it is as it is.
 */
export async function followMembership(
  db: Db,
  subscriptionId: string,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  const standing = await lockStanding(db, subscriptionId)
  const facts = await findFacts(db, subscriptionId)
  if (!facts) return
  const known = standing.cohort ?? (await findCohort(db, facts))
  const isUncounted = standing.movements === 0 && facts.joinedAt < at
  const counting = { at, isKnown: known !== null }
  const steps = isUncounted
    ? stepsSinceJoining(factsOf(facts), { ...counting, joinedAt: facts.joinedAt })
    : stepsTo(standing, factsOf(facts), counting)
  const first = steps[0]
  const cohort = known ?? (first === undefined ? null : monthOf(first.at))
  let { movements, twelfths } = standing
  for (const step of steps) {
    movements += 1
    twelfths += step.deltaTwelfths
    const counted = isUncounted ? dayOf(step.at) : dayToCount(step.at, now)
    await insertMovement(db, { id: newId(now), number: movements, facts, step, day: counted })
    await addToDay(db, facts, counted, step)
    if (cohort !== null) await addToCohort(db, facts, { cohort, month: monthOf(new Date(counted)), step })
  }
  const ends = accessEnd(facts)
  await saveStanding(db, facts, {
    twelfths,
    paidUntil: twelfths > 0 ? facts.accessUntil : null,
    countedUntil: twelfths > 0 ? ends : null,
    endsWithPeriod: facts.cancelAtPeriodEnd,
    cohort,
    lastAt: steps.at(-1)?.at ?? standing.lastAt,
    movements,
  })
}

function factsOf(facts: MembershipFacts) {
  return {
    twelfths: monthlyTwelfths(facts.interval, facts.priceCents),
    isPaused: facts.status === 'paused',
    paidFrom: facts.periodFrom,
    accessEnds: accessEnd(facts),
  }
}

/** Its own day, unless that is too long ago to be restated. */
function dayToCount(at: Date, now: Date): string {
  const isRecent = now.getTime() - at.getTime() <= RESTATED_DAYS * 86_400_000
  return dayOf(isRecent ? at : now)
}
