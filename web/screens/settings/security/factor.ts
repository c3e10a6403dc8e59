import type { getSecurity } from '#contract/accounts/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'

import { securityTexts } from './messages.ts'

export type Factor = OutputOf<typeof getSecurity>['factors'][number]

/** An app has no name of its own: there is one at most. */
export function nameOf({ kind, label }: Factor): string {
  return kind === 'app' || label === '' ? securityTexts.factors[kind] : label
}
