import { bookAttributedItem } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import { insertAttribution, listItemsKnownByNow } from './attribution-queries.ts'
import { itemOf, learnFee, SETTLEMENT_CURRENCY, subjectIdOf } from './settlement-items.ts'
import { listSettledSubjects } from './settlement-queries.ts'

/** Lines attributed in one transaction. */
const BATCH = 100

/**
 * Books lines of settlements for what they were about, where we first heard of that payment, refund or dispute after
 * the line had been booked as a difference. Each line once; true if there may be more.
 */
export async function attributeLateItems(db: Db, now: Date): Promise<boolean> {
  const lines = await listItemsKnownByNow(db, BATCH)
  const subjects = new Map(
    (await listSettledSubjects(db, lines.map(subjectIdOf))).map((subject) => [subject.entityId, subject]),
  )
  for (const line of lines) {
    const subject = subjects.get(subjectIdOf(line))
    if (!subject) continue
    const item = { ...itemOf(line, subject), bookedFeeMinor: line.bookedFeeMinor }
    if (!(await insertAttribution(db, { ...item, paymentId: subject.paymentId, attributedAt: now }))) continue
    await learnFee(db, line, subject, now)
    await bookAttributedItem(db, {
      entityId: line.entityId,
      currency: SETTLEMENT_CURRENCY,
      occurredAt: now,
      item,
    })
  }
  return lines.length === BATCH
}
