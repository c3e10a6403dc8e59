import type { getStaffPayment } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'

/** A payment, as the staff see it. */
export type OnePayment = OutputOf<typeof getStaffPayment>

/** An amount of it. */
export function money({ currency }: Pick<OnePayment, 'currency'>, amount: number): string {
  return formatDollars(amount, currency)
}
