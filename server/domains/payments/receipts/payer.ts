import type { Db } from '#server/platform/db/query.ts'

import { type BillingDetails, findBillingDetails } from './billing-details-queries.ts'

/** Who paid, as a receipt says it. */
export interface Payer extends BillingDetails {
  name: string
  email: string
}

/** The person as they are called now, with the details they want on their receipts. */
export async function payerOf(
  db: Db,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<Payer> {
  return { name, email, ...(await findBillingDetails(db, id)) }
}
