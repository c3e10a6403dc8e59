import { GRACE_DAYS } from '#contract/site/policy.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

import type { NoticeKind } from '../events.ts'

/** How long before their renewal yearly members hear of it. */
const RENEWAL_NOTICE_DAYS = 14
/** How long before a card stops working members hear of it. */
const CARD_NOTICE_DAYS = 30
/** How long before the grace period ends the last reminder goes out. */
const LAST_REMINDER_DAYS = 2

/** Whether it was recorded now; false if the member had been notified already. */
export async function noteNotice(
  db: Db,
  notice: { subscriptionId: string; kind: NoticeKind; about: Date; now: Date },
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{ kind: string }>`insert into subscription_notices (subscription_id, kind, about, given_at)
      values (${notice.subscriptionId}, ${notice.kind}, ${notice.about}, ${notice.now})
      on conflict do nothing returning kind`,
  )
  return row !== null
}

export async function wasGiven(
  db: Db,
  { id, kind, about }: { id: string; kind: NoticeKind; about: Date },
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{ kind: string }>`select kind from subscription_notices
      where subscription_id = ${id} and kind = ${kind} and about = ${about}`,
  )
  return row !== null
}

export interface DueNotice {
  subscriptionId: string
  kind: NoticeKind
  /** The moment it is about. */
  about: Date
}

/** Where a membership says what its member was told of; those of the few other kinds are looked up. */
const NOTED_IN: Partial<Record<NoticeKind, string>> = {
  renewal_ahead: 'renewal_noticed_for',
  card_expiring: 'card_noticed_for',
}

/** So that {@link listDueNotices} passes over it: a large platform has thousands of renewals in the weeks ahead. */
export async function markNoticed(
  db: Db,
  { subscriptionId, kind, about }: { subscriptionId: string; kind: NoticeKind; about: Date },
): Promise<void> {
  const column = NOTED_IN[kind]
  if (column === undefined) return
  await run(db, sql`update subscriptions set ${sql.ref(column)} = ${about} where id = ${subscriptionId}`)
}

/** Notices that are due and have not been given, or not been marked as given; at most 500 at a time. */
export function listDueNotices(db: Db, now: Date): Promise<DueNotice[]> {
  const hours = (days: number) => sql`make_interval(hours => ${days * 24})`
  return many(
    db,
    // In the order of an index: PostgreSQL guesses that many are due, and would look for 500 among all memberships.
    sql<DueNotice>`(select s.id as "subscriptionId", 'renewal_ahead' as kind, s.access_until as about from subscriptions s
        where s.status = 'active' and s.interval = 'yearly' and not s.cancel_at_period_end
          and s.renewal_noticed_for is distinct from s.access_until
          and s.access_until > ${now} and s.access_until <= ${now}::timestamptz + ${hours(RENEWAL_NOTICE_DAYS)}
        order by s.access_until limit 500)
      union all
      (select s.id, 'grace_ending', s.access_until from subscriptions s
        where s.status = 'past_due' and not s.cancel_at_period_end
          and s.access_until <= ${now}::timestamptz - ${hours(GRACE_DAYS - LAST_REMINDER_DAYS)}
          and s.access_until > ${now}::timestamptz - ${hours(GRACE_DAYS)}
          and not exists (select from subscription_notices n
            where n.subscription_id = s.id and n.kind = 'grace_ending' and n.about = s.access_until)
        order by s.access_until limit 500)
      union all
      (select s.id, 'card_expiring', s.card_expires_at from subscriptions s
        where s.status = 'active' and not s.cancel_at_period_end and s.card_expires_at is not null
          and s.card_noticed_for is distinct from s.card_expires_at
          and s.card_expires_at > ${now} and s.card_expires_at <= ${now}::timestamptz + ${hours(CARD_NOTICE_DAYS)}
        order by s.card_expires_at limit 500)
      limit 500`,
  )
}

/** Subscriptions whose state has changed by time alone: a cancellation or a grace period is over. */
export async function listTimedOutIds(db: Db, now: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`(select id from subscriptions
        where status in ('active', 'past_due') and cancel_at_period_end and access_until <= ${now}
        order by access_until limit 500)
      union (select id from subscriptions
        where status = 'past_due' and access_until <= ${now}::timestamptz - make_interval(hours => ${GRACE_DAYS * 24})
        order by access_until limit 500)
      limit 500`,
  )
  return rows.map(({ id }) => id)
}
