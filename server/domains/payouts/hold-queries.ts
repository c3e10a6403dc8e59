import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

export interface HoldRow {
  id: string
  payoutId: string
  heldAt: Date
  untilAt: Date
  reason: string
  heldBy: string
  releasedAt: Date | null
  releasedBy: string | null
}

const columns = sql`id, payout_id as "payoutId", held_at as "heldAt", until_at as "untilAt", reason,
  held_by as "heldBy", released_at as "releasedAt", released_by as "releasedBy"`

/** Whether the staff hold a payout at a moment, for a row called `p`. */
export function isHeldByStaffSql(now: Date) {
  return sql`exists (select from payout_holds h
    where h.payout_id = p.id and h.released_at is null and h.until_at > ${now})`
}

export function findOpenHold(db: Db, payoutId: string, now: Date): Promise<HoldRow | null> {
  return maybeOne(
    db,
    sql<HoldRow>`select ${columns} from payout_holds
      where payout_id = ${payoutId} and released_at is null and until_at > ${now} order by id desc limit 1`,
  )
}

/** Every time a payout was held, the latest first. */
export function listHolds(db: Db, payoutId: string): Promise<HoldRow[]> {
  return many(
    db,
    sql<HoldRow>`select ${columns} from payout_holds where payout_id = ${payoutId} order by id desc limit 10`,
  )
}

export async function insertHold(db: Db, hold: Omit<HoldRow, 'releasedAt' | 'releasedBy'>): Promise<void> {
  await run(
    db,
    sql`insert into payout_holds (id, payout_id, held_at, until_at, reason, held_by)
      values (${hold.id}, ${hold.payoutId}, ${hold.heldAt}, ${hold.untilAt}, ${hold.reason}, ${hold.heldBy})`,
  )
}

/** Ends what holds a payout; answers whether anything did. */
export async function closeHolds(
  db: Db,
  payoutId: string,
  { by, now }: { by: string; now: Date },
): Promise<boolean> {
  const count = await run(
    db,
    sql`update payout_holds set released_at = ${now}, released_by = ${by}
      where payout_id = ${payoutId} and released_at is null and until_at > ${now}`,
  )
  return count > 0
}
