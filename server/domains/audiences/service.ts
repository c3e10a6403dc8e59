import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'

import type { audienceStep } from '#contract/audiences/steps.ts'
import { planFailures } from '#contract/plans/failures.ts'
import { getOfferedPlan } from '#server/domains/plans/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'

import { findAudienceId, insertAudience, insertMoments, insertStep } from './queries.ts'

export { countFollowers, findFollow, setFollowMailed } from './follow-queries.ts'

export {
  hasMomentsSql,
  isForEveryoneSql,
  isOpenedByPlanSql,
  isOpenSql,
  isReachedSql,
  maySee,
  maySeeSql,
  plansThatOpenSql,
  type Relation,
  type Step,
} from './access.ts'

export type StepOnWire = z.infer<typeof audienceStep>

const ALWAYS = { isExact: false, fromAt: null, untilAt: null } as const

/** Everyone, or holders of one plan and of those that include it: the audiences of the spec. */
export function audienceOfPlan(planId: string | null): StepOnWire[] {
  return [
    planId === null
      ? { reach: 'everyone', planIds: [], ...ALWAYS }
      : { reach: 'plans', planIds: [planId], ...ALWAYS },
  ]
}

/**
 * The id of a page's audience with these steps. Audiences never change, so all that opens alike has the same one.
 * Throws `plan_not_found` for plans that are archived or another page's.
 */
export async function keepAudience(
  db: Db,
  creatorId: string,
  steps: readonly StepOnWire[],
  now: Date,
): Promise<string> {
  for (const planId of new Set(steps.flatMap(({ planIds }) => planIds))) {
    const plan = await getOfferedPlan(db, planId)
    if (plan.creatorId !== creatorId) throw new Failure(planFailures.plan_not_found)
  }
  const digest = digestOf(steps)
  const known = await findAudienceId(db, creatorId, digest)
  if (known !== null) return known
  const { id, isNew } = await insertAudience(db, { id: newId(now), creatorId, digest })
  if (!isNew) return id
  for (const [position, { fromAt, untilAt, ...step }] of steps.entries())
    await insertStep(db, {
      ...step,
      audienceId: id,
      position,
      fromAt: fromAt === null ? null : new Date(fromAt),
      untilAt: untilAt === null ? null : new Date(untilAt),
    })
  await insertMoments(db, id, now)
  return id
}

/** The same for the same steps, however they were written; the migration `0064-audiences` computes it too. */
export function digestOf(steps: readonly StepOnWire[]): string {
  const momentOf = (at: string | null) => (at === null ? null : Date.parse(at))
  const written = steps.map(({ reach, isExact, fromAt, untilAt, planIds }) => [
    reach,
    isExact,
    momentOf(fromAt),
    momentOf(untilAt),
    [...new Set(planIds)].toSorted(),
  ])
  return createHash('sha256').update(JSON.stringify(written)).digest('hex')
}
