import { createContext, use } from 'react'

import type { getOwnRights } from '#contract/console/calls.ts'
import { type Permission, type Permit, permitOf } from '#contract/http/permissions.ts'
import type { OutputOf } from '#contract/http/route.ts'

/** Who looks at the console. */
export const RightsContext = createContext<OutputOf<typeof getOwnRights>>({
  _id: '',
  name: '',
  roles: [],
  restoredTo: null,
})

/** How far the viewer's permission goes; null: they don't have it, and what needs it is left out. */
export function usePermit(permission: Permission): Permit | null {
  return permitOf(use(RightsContext).roles, permission)
}

/** The viewer's own account, about which they decide nothing. */
export function useOwnId(): string {
  return use(RightsContext)._id
}
