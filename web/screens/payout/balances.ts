import type { OutputOf } from '#contract/http/route.ts'
import type { getBalance } from '#contract/payouts/calls.ts'

type Balance = OutputOf<typeof getBalance>
export type Amounts = NonNullable<Balance['rupees']>

/** The balance of each currency, dollars first; dollars are left out if there are only rupees. */
export function balancesOf({ rupees, ...dollars }: Balance): Amounts[] {
  if (rupees === null) return [dollars]
  const hasDollars = dollars.available !== 0 || dollars.pending !== 0 || dollars.reserved !== 0
  return hasDollars ? [dollars, rupees] : [rupees]
}
