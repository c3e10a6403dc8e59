import type { Db } from '#server/platform/db/query.ts'

import { type BillingDetails, findBillingDetails } from './billing-details-queries.ts'

/** The payer, as named on a receipt. */
export interface Payer extends BillingDetails {
  name: string
  email: string
}

/** The person under their present name, with the details they want on their receipts. */
export async function payerOf(
  db: Db,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<Payer> {
  return { name, email, ...(await findBillingDetails(db, id)) }
}
