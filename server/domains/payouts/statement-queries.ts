import type { DisputeStatus } from '#contract/payments/dispute-status.ts'
import type { StatementKind } from '#contract/payouts/rules.ts'
import { type Movement, movementSql, movesSql } from '#server/domains/ledger/service.ts'
import { disputesSql } from '#server/domains/payments/service.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'
import { firstIdAt } from '#server/platform/ids.ts'

export interface StatementLine {
  /** The booking's id, which begins with its moment. */
  id: string
  at: Date
  kind: StatementKind
  about: string
  /** Cents; amounts that lower the balance are negative. gross − fee = net. */
  grossCents: number
  feeCents: number
  netCents: number
  /** For a charge, what was already owed for an upgrade and added to it; otherwise 0. */
  carriedCents: number
}

/** A month in UTC: its first moment, and the first one after it. */
export interface Month {
  from: Date
  until: Date
}

/** Which lines of a month: at most so many (null: all), after the one with this id (null: from the first). */
export interface Lines {
  after: string | null
  limit: number | null
}

/**
 * What moved a creator's balance in a month, straight from the ledger: the sums of all of it, and its lines in the order they
 * happened. One statement, so what is booked meanwhile is in both or in neither. A booking's id begins with its moment (the
 * table requires it), so the index has a month's in their order.
 */
export async function readMonth(
  db: Db,
  { creatorId, currency, month, after, limit }: { creatorId: string; currency: string; month: Month } & Lines,
): Promise<{ movement: Movement; lines: StatementLine[] }> {
  const rows = await many(
    db,
    sql<Movement & (StatementLine | { [Key in keyof StatementLine]: null })>`
      with movement as (${movementSql({ creatorId, currency }, month)}),
      moves as (
        select t.id, t.occurred_at as at, split_part(t.reference, ':', 1) as kind, e.id as place,
          coalesce(u.name || ', ' || plans.name, po.details_hint, '') as about, -e.amount_minor as "netCents",
          (sign(-e.amount_minor) * coalesce(r.amount_cents, abs(dc.amount_cents), d.amount_cents, po.amount_cents, p.amount_cents,
            abs(e.amount_minor)))::bigint as "grossCents",
          case when t.reference like 'charge:%' then coalesce(p.carried_cents, 0) else 0 end as "carriedCents"
        from (select id, transaction_id, amount_minor from ledger_entries
            where account = 'creator_balance' and creator_id = ${creatorId} and currency = ${currency}
              and transaction_id >= ${firstIdAt(month.from)}::uuid and transaction_id < ${firstIdAt(month.until)}::uuid
              and (${after}::uuid is null or transaction_id > ${after}::uuid)
            order by transaction_id, id limit ${limit}) e
          join ledger_transactions t on t.id = e.transaction_id
          left join payments p on p.provider_payment_id = substring(coalesce(t.takes_back, t.reference) from '^charge:(.*)$')
          left join users u on u.id = p.member_id
          left join plans on plans.id = p.plan_id
          left join refunds r on t.reference in ('refund:' || r.id, 'refund-failed:' || r.id) and r.payment_id = p.id
          left join lateral (select d.amount_cents - case when t.reference like 'dispute:%' then
                (select coalesce(sum(c.amount_cents), 0) from dispute_changes c
                  where c.provider_dispute_id = d.provider_dispute_id and not c.of_loss) else 0 end as amount_cents
            from disputes d where d.payment_id = p.id
              and t.reference in ('dispute:' || d.provider_dispute_id, 'dispute-released:' || d.provider_dispute_id)) d on true
          left join dispute_changes dc
            on dc.id = substring(t.reference from '^dispute(?:-released)?:[^:]*:([0-9a-f-]{36})$')::uuid
          -- By its id: otherwise each line is compared with each payout.
          left join payouts po on po.creator_id = ${creatorId}
            and po.id = substring(t.reference from '^payout(?:-failed|-reversed)?:([0-9a-f-]{36})$')::uuid
      )
      select movement.*, id, at, kind, about, "netCents", "grossCents", "grossCents" - "netCents" as "feeCents", "carriedCents"
      from movement left join moves on true order by id, place`,
  )
  const [movement] = rows
  if (!movement) throw new Error('An aggregate has a row')
  return { movement, lines: rows.filter((row): row is Movement & StatementLine => row.at !== null) }
}

/** A bank's inquiry about a payment. */
export interface StatementDispute {
  about: string
  status: DisputeStatus
  currency: string
  amountCents: number
  /** What of it the platform bears; by now. */
  borneCents: number
  openedAt: Date
  respondBy: Date | null
  settledAt: Date | null
}

/**
 * Bank inquiries about payments to a creator during a month, in their state when the month ended; at most 500. The
 * amounts they moved are among the lines.
 */
export function listStatementDisputes(
  db: Db,
  { creatorId, currency, month }: { creatorId: string; currency: string; month: Month },
): Promise<StatementDispute[]> {
  const isSettled = sql`(d.settled_at is not null and d.settled_at < ${month.until})`
  return many(
    db,
    sql<StatementDispute>`select coalesce(u.name || ', ', '') || p.plan_name as about,
        case when ${isSettled} then d.status when d.status in ('suspected', 'cleared') then 'suspected' else 'open' end
          as status,
        p.currency, d.amount_cents as "amountCents",
        case when ${isSettled} then d.borne_cents else 0 end as "borneCents", d.opened_at as "openedAt",
        case when not ${isSettled} then d.respond_by end as "respondBy",
        case when ${isSettled} then d.settled_at end as "settledAt"
      from ${disputesSql} d join payments p on p.id = d.payment_id left join users u on u.id = p.member_id
      where p.creator_id = ${creatorId} and p.currency = ${currency} and d.opened_at < ${month.until}
        and (d.settled_at is null or d.settled_at >= ${month.from})
      order by d.opened_at, d.id limit 500`,
  )
}

/**
 * The months in which a creator's balances moved or a bank decided about them, newest first, with what each brought
 * before payouts: from their days, however many bookings those are of.
 */
export function listStatementMonths(
  db: Db,
  creatorId: string,
): Promise<{ month: string; currency: string; netCents: number }[]> {
  return many(
    db,
    sql<{ month: string; currency: string; netCents: number }>`
      select to_char(day, 'YYYY-MM') as month, currency, coalesce(sum(minor), 0)::bigint as "netCents"
      from (
        select day, currency, paid_out_minor - amount_minor as minor
        from ${movesSql({ creatorId, currency: null })} moved
        union all
        -- A decision against the creator moved the balance when the money was held.
        select (d.settled_at at time zone 'UTC')::date, p.currency, 0
        from disputes d join payments p on p.id = d.payment_id
        where d.creator_id = ${creatorId} and d.settled_at is not null
      ) as moves group by 1, 2 order by 1 desc, 2 desc`,
  )
}
