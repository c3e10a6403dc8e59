import type { FactorMethod, ProofMethod } from '#contract/http/proof-methods.ts'
import { platformFailures, type Route } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'
import type { Principal, Viewer } from './principal.ts'

/** How long a proof counts. */
const FRESH_MS = 600_000

const FACTOR_METHODS: ReadonlySet<ProofMethod> = new Set<FactorMethod>(['passkey', 'app', 'recovery-code'])

/** Whether somebody lately proved that it is them: by a second factor if their account has one. */
function hasProved(
  { provedAt, methods, hasFactor }: Pick<Viewer, 'provedAt' | 'methods' | 'hasFactor'>,
  now: Date,
): boolean {
  if (provedAt === null || now.getTime() - provedAt.getTime() >= FRESH_MS) return false
  return !hasFactor || methods.some((method) => FACTOR_METHODS.has(method))
}

/** Refuses a call that needs a fresh proof. A command is proved by its access to the database. */
export function requireStepUp({ stepUp }: Route, principal: Principal | null, now: Date): void {
  if (stepUp === undefined || principal?.kind !== 'user') return
  if (stepUp === 'with-factor' && !principal.hasFactor) return
  if (!hasProved(principal, now)) throw new Failure(platformFailures.step_up_required)
}
