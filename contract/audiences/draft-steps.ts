import * as z from 'zod/mini'

import { audienceMessages as messages } from './messages.ts'
import { DAYS_MAX, STEPS_MAX } from './reach.ts'
import { audienceStep } from './steps.ts'

/**
 * A step of something that isn't published yet. Its beginning may be counted from publishing, which is the only
 * difference from a step: `fixSteps` (release.ts) makes a moment of it.
 */
export const draftStep = z
  .safeExtend(audienceStep, {
    /** It begins that many days after publishing; `fromAt` is null then. */
    afterDays: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(DAYS_MAX)))),
  })
  .check(z.refine(({ fromAt, afterDays }) => fromAt === null || !afterDays, messages.beginsTwice))

export const draftSteps = z
  .array(draftStep)
  .check(z.minLength(1, messages.stepsMissing), z.maxLength(STEPS_MAX, messages.tooManySteps(STEPS_MAX)))

export type DraftStep = z.infer<typeof draftStep>
