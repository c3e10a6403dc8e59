import { paymentsInDisputeSql } from '#server/domains/payments/service.ts'
import { isHeldByStaffSql } from '#server/domains/payouts/service.ts'
import { type Db, many, one, sql } from '#server/platform/db/query.ts'

/** Nobody needs to know whether it is 100 or 10,000; counting stops there. */
const COUNTED_MAX = 100

export interface DueCaseRow {
  id: string
  number: number
  dueAt: Date
}

export function listDueCases(db: Db, limit: number): Promise<DueCaseRow[]> {
  return many(
    db,
    sql<DueCaseRow>`select id, number, due_at as "dueAt" from cases where state = 'open' and level = 'operator'
      order by due_at, id limit ${limit}`,
  )
}

async function count(db: Db, rows: ReturnType<typeof sql>): Promise<number> {
  const found = await one(
    db,
    sql<{
      count: number
    }>`select count(*)::int as count from (select from ${rows} limit ${COUNTED_MAX}) counted`,
  )
  return found.count
}

export function countOpenCases(db: Db): Promise<number> {
  return count(db, sql`cases where state = 'open' and level = 'operator'`)
}

export function countAppeals(db: Db): Promise<number> {
  return count(
    db,
    sql`appeals a join decisions d on d.id = a.decision_id where a.answered_at is null and d.lifted_at is null`,
  )
}

export function countRefundRequests(db: Db): Promise<number> {
  return count(db, sql`refunds where status = 'requested'`)
}

/** How many there are, and the first of their days. */
interface Due {
  count: number
  firstAt: Date | null
}

export async function grievancesDue(db: Db): Promise<Due> {
  return one(
    db,
    sql<Due>`select count(*)::int as count, min(due_at) as "firstAt" from
      (select due_at from grievances where answered_at is null order by due_at limit ${COUNTED_MAX}) due`,
  )
}

export async function heldPayouts(db: Db, now: Date): Promise<Due> {
  return one(
    db,
    sql<Due>`select count(*)::int as count, min(until_at) as "firstAt" from
      (select h.until_at from payout_holds h join payouts p on p.id = h.payout_id
        where h.released_at is null and h.until_at > ${now} and p.status = 'requested' and ${isHeldByStaffSql(now)}
        order by h.until_at limit ${COUNTED_MAX}) held`,
  )
}

export async function openDisputes(db: Db): Promise<Due> {
  return one(
    db,
    sql<Due>`select (select count(*)::int from (select from ${paymentsInDisputeSql} asked limit ${COUNTED_MAX}) counted)
        as count,
      (select min(respond_by) from disputes where status = 'open') as "firstAt"`,
  )
}
