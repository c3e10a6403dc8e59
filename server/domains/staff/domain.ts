import type { Domain } from '#server/platform/domain.ts'

import { staffErasure } from './account-erasure.ts'
import { staffData } from './own-data.ts'
import { passImplementations } from './passes/routes.ts'
import { staffImplementations } from './routes.ts'

/** Who works for the operator, as what, and what they decide about accounts. */
export const staff: Domain = {
  implementations: [...staffImplementations, ...passImplementations],
  erasure: staffErasure,
  ownData: [staffData],
}
