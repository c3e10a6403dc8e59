import type { Domain } from '#server/platform/domain.ts'

import { planErasure } from './account-erasure.ts'
import { planData } from './own-data.ts'
import { planImplementations } from './routes.ts'

/** Membership plans and their prices. */
export const plans: Domain = {
  implementations: planImplementations,
  erasure: planErasure,
  ownData: [planData],
}
