import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** null: no bank suspects that payment. */
export async function findSuspicion(db: Db, id: string): Promise<{ isOpen: boolean } | null> {
  return maybeOne(
    db,
    sql<{ isOpen: boolean }>`select ended_at is null as "isOpen" from fraud_suspicions
      where provider_dispute_id = ${id}`,
  )
}

export async function insertSuspicion(
  db: Db,
  suspicion: { id: string; paymentId: string; amountCents: number; reason: string; openedAt: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into fraud_suspicions (provider_dispute_id, payment_id, amount_cents, reason, opened_at)
      values (${suspicion.id}, ${suspicion.paymentId}, ${suspicion.amountCents}, ${suspicion.reason},
        ${suspicion.openedAt})`,
  )
}

export async function keepDeadline(db: Db, id: string, respondBy: Date | null): Promise<void> {
  await run(
    db,
    sql`update fraud_suspicions set respond_by = ${respondBy}::timestamptz
      where provider_dispute_id = ${id} and ended_at is null`,
  )
}

/** Whether it ended now; false if there was none, or it had already ended. */
export async function endSuspicion(db: Db, id: string, now: Date): Promise<boolean> {
  const changed = await run(
    db,
    sql`update fraud_suspicions set ended_at = ${now} where provider_dispute_id = ${id} and ended_at is null`,
  )
  return changed > 0
}
