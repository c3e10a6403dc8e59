import { type Db, run, sql } from '#server/platform/db/query.ts'

/** Stores what the provider reports about the card that is charged. Not every charge tells when the card expires. */
export async function setCard(
  db: Db,
  id: string,
  card: {
    network: string | null
    last4: string | null
    expiresAt: Date | null
    isInternational: boolean | null
  },
): Promise<void> {
  await run(
    db,
    sql`update subscriptions set card_network = ${card.network}, card_last4 = ${card.last4},
        upi_hint = null, card_is_international = ${card.isInternational},
        card_expires_at = case
          when ${card.expiresAt}::timestamptz is null and card_last4 = ${card.last4} and card_network = ${card.network}
          then card_expires_at else ${card.expiresAt}::timestamptz end
      where id = ${id}`,
  )
}

/** The same for the UPI ID that is debited from now on, which is always Indian. */
export async function setUpi(db: Db, id: string, hint: string): Promise<void> {
  await run(
    db,
    sql`update subscriptions set upi_hint = ${hint}, card_network = null, card_last4 = null, card_expires_at = null,
        card_is_international = false
      where id = ${id}`,
  )
}
