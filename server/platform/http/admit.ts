import { type Permit, permitOf } from '#contract/http/permissions.ts'
import { type Caller, permissionOf, platformFailures, scopeOf } from '#contract/http/route.ts'

import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import type { Principal, StaffActor } from './principal.ts'

/** Lets a caller in, or throws; for a staff route, says as what they act. */
export function admit(
  caller: Caller,
  principal: Principal | null,
  config: Pick<Config, 'isStaffWithoutSecondFactor'>,
): (Permit & { actor: StaffActor }) | null {
  if (caller === 'anyone' || caller === 'provider') return null
  if (!principal) throw new Failure(platformFailures.signed_out)
  const scope = scopeOf(caller)
  if (scope !== null) {
    if (principal.kind === 'token' && principal.scopes.includes(scope)) return null
    throw new Failure(platformFailures.forbidden)
  }
  if (principal.kind === 'token') throw new Failure(platformFailures.forbidden)

  const permission = permissionOf(caller)
  if (permission !== null) {
    const permit = permitOf(principal.roles, permission)
    if (!permit) throw new Failure(platformFailures.forbidden)
    // A password is too little for an account that can suspend others.
    if (principal.kind === 'user' && !principal.hasFactor && !config.isStaffWithoutSecondFactor)
      throw new Failure(platformFailures.second_factor_required)
    return { ...permit, actor: principal }
  }
  if (principal.kind !== 'user') throw new Failure(platformFailures.forbidden)
  if (caller === 'creator' && principal.creatorId === null) throw new Failure(platformFailures.forbidden)
  if (caller === 'payee' && principal.payeeId === null) throw new Failure(platformFailures.forbidden)
  return null
}
