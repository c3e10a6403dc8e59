import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** A plan is no longer offered. Its members have to be notified, and not charged again. */
export const planArchived = defineEvent('plans.archived', z.object({ planId: z.string() }))

/** A plan has another price from now on: unpaid orders at the previous one are void. */
export const planRepriced = defineEvent('plans.repriced', z.object({ planId: z.string() }))

/** A creator asks the members of a plan to agree to its newest price. They have to be notified. */
export const planPriceRaised = defineEvent('plans.price-raised', z.object({ planVersionId: z.string() }))

/** A plan has another price. Members whom it costs less than they agreed to pay it from their next renewal on. */
export const planPriceEdited = defineEvent('plans.price-edited', z.object({ planVersionId: z.string() }))
