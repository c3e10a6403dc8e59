import type { RawBuilder } from 'kysely'

import { type Db, one, sql } from '#server/platform/db/query.ts'
import { firstIdAt } from '#server/platform/ids.ts'

import { dayAfter, owedSql } from './balance-days-queries.ts'

/** What is owed to a creator, in minor units: available + pending + reserved is the whole balance. */
export interface CreatorBalance {
  /** May be negative: a refund can come after the payout. */
  availableMinor: number
  /** Within the refund window. */
  pendingMinor: number
  /** From yearly payments, for months still to come. */
  reservedMinor: number
  /** When the last of the reserve becomes available; null if nothing is reserved. */
  reservedUntil: Date | null
}

interface BalanceQuestion {
  creatorId: string
  currency: string
  /** The moment that decides which charges are pending, and which months are still to come. */
  now: Date
  /** Charges after it are pending. */
  pendingSince: Date
  /** The beginning of a day in UTC: counts only what happened before then; null: everything. */
  before: Date | null
}

/** A moment `at` that counts for the question. */
function countsFor({ before }: BalanceQuestion, at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${before}::timestamptz is null or ${at} < ${before}::timestamptz)`
}

/**
 * How many months a period has from `from_utc` to `until_utc`, to the nearest one: providers end a year some hours before or after
 * it began. By the UTC calendar, like everything that is charged.
 */
const monthsOfPeriod = sql`(select greatest(1, (date_part('year', span.age) * 12 + date_part('month', span.age)
    + case when date_part('day', span.age) >= 15 then 1 else 0 end)::integer)
  from (select age(until_utc, from_utc) as age) span)`

/** Calendar months from `from_utc` to `now_utc`, whatever their days. */
const calendarMonths = sql`(12 * (date_part('year', now_utc) - date_part('year', from_utc))
  + date_part('month', now_utc) - date_part('month', from_utc))::integer`

/** Months around now in which a year that hasn't ended can have begun: it may have been paid for a year ahead. */
const MONTHS_AROUND = 13

/**
 * Moments in UTC between which it makes no difference when a year began: as many of its months have begun, and the year that begins
 * last ends last. It does make one on a day of which a monthly return is today, by the time of day; and on the last days of a
 * long month, which all return on the last day of a shorter one. More moments than it takes only divide further.
 */
function divisionsOfYears(now: Date): string[] {
  const [year, month, today] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const midnight = new Date(Date.UTC(year, month, today))
  const timeOfDay = now.getTime() - midnight.getTime()
  const moments = new Set<string>()
  /** With microseconds, all alike, so that they are sorted as text. */
  const add = (at: number, micros: '000' | '001') =>
    moments.add(new Date(at).toISOString().replace('Z', `${micros}Z`))
  for (let away = -MONTHS_AROUND; away <= MONTHS_AROUND; away += 1) {
    const dayOf = (day: number) => Date.UTC(year, month + away, day)
    for (const day of [1, today, today + 1, 29, 30, 31]) add(dayOf(day), '000')
    // A month that begins right now has begun: what comes a microsecond later is on the other side.
    for (const day of [today, 29, 30, 31]) add(dayOf(day) + timeOfDay, '001')
  }
  return [...moments].toSorted()
}

/** What was taken back of a payment with this id, in minor units. */
function takenBackOf(question: BalanceQuestion, paymentId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((select sum(e.amount_minor)::bigint from payments own
      join ledger_transactions t on t.takes_back = 'charge:' || own.provider_payment_id
      join ledger_entries e on e.transaction_id = t.id and e.account = 'creator_balance'
    where own.id = ${paymentId} and ${countsFor(question, sql`t.occurred_at`)}), 0)`
}

/**
 * Payments of a creator that the provider doesn't know, though a webhook told of them, with what is left of them; and those told of so
 * late that they would be available before it is asked.
 */
function withheldOf(question: BalanceQuestion): RawBuilder<unknown> {
  const { creatorId, currency } = question
  return sql`select p.id, p.captured_at, p.net_cents - ${takenBackOf(question, sql`p.id`)} as minor
    from unconfirmed_payments u join payments p on p.id = u.payment_id
    where u.creator_id = ${creatorId} and p.currency = ${currency} and ${countsFor(question, sql`p.captured_at`)}
      and (u.unknown_since is not null or p.captured_at < u.noted_at - interval '3 days')`
}

/** The few payments of a creator that a bank asked about: of what it asks nobody knows whether money went back. */
function isDisputed({ creatorId }: BalanceQuestion, paymentId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${paymentId} in (select payment_id from disputes where creator_id = ${creatorId})`
}

/**
 * What a creator's yearly payments reserve for months still to come, a row for those that are alike. A month of a payment is
 * worth an equal share in whole cents, and the last one also gets the remainder; its share becomes available when it begins,
 * so the first month's is never reserved. Amounts taken back from a payment came out of its reserve first.
 *
 * All of it is in one index. Years of which as many months have begun are added up, with what a month of each is worth. A year of
 * some days more or less has twelve; days are told in hours here, which PostgreSQL adds without a calendar. Others are alone, as
 * are those that something may have been taken back of, which is looked up; in the past also what came back when its refund failed.
 */
function reservesOf(question: BalanceQuestion): RawBuilder<unknown> {
  const { creatorId, currency, now, pendingSince, before } = question
  const mayBeTakenBack = (refundedCents: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`(${refundedCents} > 0 or ${isDisputed(question, id)} or (${before !== null}::boolean and ${id} in (
      select payment_id from refunds where creator_id = ${creatorId} and status = 'failed')))`
  // `offset 0`: otherwise what is named twice is worked out twice.
  return sql`select is_pending, greatest(0, net_cents - taken_minor
      - case when months_begun >= months then net_cents
        when alone_id is null then months_begun * twelfth_cents
        else months_begun * (net_cents / months) end) as minor,
      (from_utc + make_interval(months => months - 1)) at time zone 'UTC' as until
    from (
      -- Those of its further months that begin in a calendar month before this one have begun; of this one's, it depends.
      select counted.*, 1 + greatest(0, least(months - 1, calendar_months
        - case when from_utc + make_interval(months => calendar_months) > now_utc then 1 else 0 end)) as months_begun
      from (
        select alike.*, ${calendarMonths} as calendar_months,
          case when alone_id is null then 12 else ${monthsOfPeriod} end as months,
          case when alone_id is not null and ${mayBeTakenBack(sql`refunded_cents`, sql`alone_id`)}
            then ${takenBackOf(question, sql`alone_id`)} else 0 end as taken_minor
        from (
          select p.captured_at > ${pendingSince} as is_pending,
            case when ${mayBeTakenBack(sql`p.refunded_cents`, sql`p.id`)} or p.period_until
              not between p.period_from + interval '8736 hours' and p.period_from + interval '8808 hours' then p.id end as alone_id,
            sum(p.net_cents)::bigint as net_cents, sum(p.net_cents / 12)::bigint as twelfth_cents,
            max(p.refunded_cents) as refunded_cents, ${now}::timestamptz at time zone 'UTC' as now_utc,
            max(p.period_from) at time zone 'UTC' as from_utc, max(p.period_until) at time zone 'UTC' as until_utc
          from payments p
          where p.creator_id = ${creatorId} and p.interval = 'yearly' and p.currency = ${currency}
            and p.period_until > ${now} and ${countsFor(question, sql`p.captured_at`)}
            and p.id not in (select id from withheld)
          group by 1, 2, width_bucket(p.period_from, ${divisionsOfYears(now)}::timestamptz[])
        ) alike
        offset 0) counted
      offset 0) begun`
}

/**
 * What charges after `pendingSince` brought on its own day, less what was taken back of all that came after it, in minor units. What
 * charges of later days brought is in `days`: a charge is booked at the moment it was captured.
 */
function pendingOf(question: BalanceQuestion): RawBuilder<unknown> {
  const { creatorId, currency, pendingSince } = question
  const isRecent = sql`p.creator_id = ${creatorId} and p.currency = ${currency} and p.captured_at > ${pendingSince}
    and ${countsFor(question, sql`p.captured_at`)}`
  // A refund is made after its payment, and its id begins with when it was.
  const touched = sql`select payment_id from refunds where creator_id = ${creatorId} and id >= ${firstIdAt(pendingSince)}
    union select payment_id from disputes where creator_id = ${creatorId}`
  return sql`select days.charged_minor + coalesce((select sum(p.net_cents) from payments p
      where ${isRecent} and p.captured_at < ${dayAfter(pendingSince)}), 0)::bigint
    - coalesce((select sum(${takenBackOf(question, sql`p.id`)}) from (${touched}) touched
        join payments p on p.id = touched.payment_id where ${isRecent}), 0)::bigint
    - coalesce((select sum(minor) from withheld where captured_at > ${pendingSince}), 0)::bigint as minor from days`
}

/**
 * What is owed to a creator, from the ledger. Reserved is what yearly payments brought for months to come; pending is
 * the rest of what charges after `pendingSince` brought, less amounts taken back from them; everything else is
 * available, amounts taken back from older charges included. A payment that the provider doesn't know is in none of them.
 */
export function getCreatorBalance(db: Db, question: BalanceQuestion): Promise<CreatorBalance> {
  // Credits are negative: what we owe has the opposite sign.
  return one(
    db,
    sql<CreatorBalance>`
      with withheld as materialized (${withheldOf(question)}),
      reserves as materialized (${reservesOf(question)}),
      reserve as (
        select coalesce(sum(minor), 0)::bigint as minor, max(until) filter (where minor > 0) as until,
          coalesce(sum(minor) filter (where is_pending), 0)::bigint as of_pending
        from reserves
      ),
      days as materialized (${owedSql(question, dayAfter(question.pendingSince))}),
      pending as materialized (${pendingOf(question)})
      select days.owed_minor - (select coalesce(sum(minor), 0)::bigint from withheld) - pending.minor - (reserve.minor - reserve.of_pending) as "availableMinor",
        pending.minor - reserve.of_pending as "pendingMinor",
        reserve.minor as "reservedMinor", reserve.until as "reservedUntil"
      from reserve, pending, days`,
  )
}
