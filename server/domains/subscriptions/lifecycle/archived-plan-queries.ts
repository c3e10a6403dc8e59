import { type Db, many, sql } from '#server/platform/db/query.ts'

/* What hangs on a plan: who renews on it, who is to begin it, and what is ordered of it. Each list is cut at 500. */

const isLive = sql`s.status in ('pending', 'active', 'past_due', 'paused')`

async function idsOf(db: Db, query: ReturnType<typeof sql<{ id: string }>>): Promise<string[]> {
  return (await many(db, query)).map(({ id }) => id)
}

/** Those who would be charged again for a plan, or pay for it first; not those who change to another one. */
export function listRenewingIds(db: Db, planId: string): Promise<string[]> {
  return idsOf(
    db,
    sql<{ id: string }>`select s.id from subscriptions s where s.plan_id = ${planId} and ${isLive}
      and not s.cancel_at_period_end and (s.next_plan_id is null or s.next_plan_id = ${planId})
      order by s.id limit 500`,
  )
}

/** Those on another plan who are to begin this one. */
export function listPlannedIds(db: Db, planId: string): Promise<string[]> {
  return idsOf(
    db,
    sql<{
      id: string
    }>`select s.id from subscriptions s where s.next_plan_id = ${planId} and s.plan_id <> ${planId}
      order by s.id limit 500`,
  )
}

/**
 * Subscriptions with an open change to a plan that cannot be had as it was quoted: it is not offered any more, or its
 * newest price is another one, and not the member's own.
 */
export function listIdsWithOutdatedChange(db: Db, planId: string): Promise<string[]> {
  return idsOf(
    db,
    sql<{
      id: string
    }>`select s.id from subscription_changes ch join subscriptions s on s.id = ch.subscription_id
        join plans p on p.id = ch.plan_id
      where ch.plan_id = ${planId} and ch.status = 'open' and (p.archived_at is not null or (
        ch.plan_version_id <> s.plan_version_id and ch.plan_version_id is distinct from s.next_plan_version_id
        and ch.plan_version_id <> (select v.id from plan_versions v where v.plan_id = p.id
          order by v.version desc limit 1)))
      order by s.id limit 500`,
  )
}

/** Open attempts at another price than the newest of a plan. */
export function listOutdatedAttemptIds(db: Db, planId: string): Promise<string[]> {
  return idsOf(
    db,
    sql<{ id: string }>`select s.id from subscriptions s where s.plan_id = ${planId} and s.status = 'pending'
      and s.plan_version_id <> (select v.id from plan_versions v where v.plan_id = ${planId}
        order by v.version desc limit 1)
      order by s.id limit 500`,
  )
}
