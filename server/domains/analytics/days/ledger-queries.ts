import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** How far the ledger is counted, locked; null: another node is counting. */
export function lockCounted(db: Db): Promise<{ position: number; countedAt: Date | null } | null> {
  return maybeOne(
    db,
    sql<{
      position: number
      countedAt: Date | null
    }>`select position, counted_at as "countedAt" from ledger_counted for update skip locked`,
  )
}

export async function noteCounted(db: Db, position: number, now: Date): Promise<void> {
  await run(db, sql`update ledger_counted set position = ${position}, counted_at = ${now}`)
}

/** What one booking means for a creator, in cents. */
export interface BookedLine {
  position: number
  creatorId: string | null
  currency: string | null
  occurredAt: Date
  kind: string
  /** The creator's share; negative when it is taken back. */
  netCents: number
  /** The platform's share. */
  feeCents: number
}

/** The bookings after a place in the chain, in its order; a row for each creator and currency, or one of neither. */
export function listBooked(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<BookedLine[]> {
  return many(
    db,
    sql<BookedLine>`with booked as (select position, transaction_id from ledger_chain
        where position > ${after} order by position limit ${limit})
      select booked.position, own.creator_id as "creatorId", own.currency, t.occurred_at as "occurredAt",
        split_part(t.reference, ':', 1) as kind, coalesce(-own.amount_minor, 0) as "netCents",
        coalesce(-own.fee_minor, 0) as "feeCents"
      from booked join ledger_transactions t on t.id = booked.transaction_id
        left join lateral (select * from balance_moves m where m.transaction_id = t.id offset 0) own on true
      order by booked.position`,
  )
}

export interface Money {
  creatorId: string
  currency: string
  day: string
  charges: number
  grossCents: number
  givenBackCents: number
  feeCents: number
  netCents: number
  correctionCents: number
}

/** Adds what was booked to the days. Ordered, so that two writers of the same days wait instead of blocking each other. */
export async function addMoney(db: Db, rows: readonly Money[]): Promise<void> {
  const column = <Key extends keyof Money>(key: Key) => rows.map((row) => row[key])
  await run(
    db,
    sql`insert into creator_days as d (creator_id, currency, day, charges, gross_cents, given_back_cents, fee_cents,
        net_cents, correction_cents)
      select * from unnest(${column('creatorId')}::uuid[], ${column('currency')}::text[], ${column('day')}::date[],
        ${column('charges')}::integer[], ${column('grossCents')}::bigint[], ${column('givenBackCents')}::bigint[],
        ${column('feeCents')}::bigint[], ${column('netCents')}::bigint[], ${column('correctionCents')}::bigint[])
        as given (creator_id, currency, day) order by 1, 2, 3
      on conflict (creator_id, currency, day) do update set charges = d.charges + excluded.charges,
        gross_cents = d.gross_cents + excluded.gross_cents,
        given_back_cents = d.given_back_cents + excluded.given_back_cents,
        fee_cents = d.fee_cents + excluded.fee_cents, net_cents = d.net_cents + excluded.net_cents,
        correction_cents = d.correction_cents + excluded.correction_cents`,
  )
}
