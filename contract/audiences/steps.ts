import * as z from 'zod/mini'

import { id, moment } from '../fields.ts'
import { audienceMessages as messages } from './messages.ts'
import { PLANS_PER_STEP_MAX, REACHES, STEPS_MAX } from './reach.ts'

/**
 * When something opens, to whom, and until when. It is open to everyone whom one of its steps reaches at that moment:
 * "Buzzed now, everyone on 1 April" is two steps.
 */
export const audienceStep = z
  .object({
    reach: z.enum(REACHES),
    /** For `plans`, and only for them: holders of any of these, and of a plan that includes one of them. */
    planIds: z.array(id()).check(z.maxLength(PLANS_PER_STEP_MAX)),
    /** Not for holders of other plans that include these. */
    isExact: z.boolean(),
    /** The first moment it is open; null: it always was. */
    fromAt: z.nullable(moment),
    /** The first moment it is closed again; null: it stays open. */
    untilAt: z.nullable(moment),
  })
  .check(
    z.refine(({ reach, planIds }) => (reach === 'plans') === planIds.length > 0, messages.plansMissing),
    z.refine(
      ({ fromAt, untilAt }) =>
        fromAt === null || untilAt === null || Date.parse(fromAt) < Date.parse(untilAt),
      messages.endsBeforeItBegins,
    ),
  )

export type AudienceStep = z.infer<typeof audienceStep>

export const audienceSteps = z
  .array(audienceStep)
  .check(z.minLength(1, messages.stepsMissing), z.maxLength(STEPS_MAX, messages.tooManySteps(STEPS_MAX)))

/** A step as readers are told of it: whom it reaches, and when it begins or ends. */
export const toldStep = z.object({
  reach: z.enum(REACHES),
  /** The cheapest first; only of `plans`. */
  planNames: z.array(z.string()),
  isExact: z.boolean(),
  at: moment,
})
