import { type Db, many, sql } from '#server/platform/db/query.ts'

import { isLiveSql } from '../access.ts'

/* Who depends on a plan: members who renew on it, who are to start it, and who have ordered it. Each list is cut at
   500. */

async function idsOf(db: Db, query: ReturnType<typeof sql<{ id: string }>>): Promise<string[]> {
  return (await many(db, query)).map(({ id }) => id)
}

/** Members who would be charged again for a plan, or pay for it first; not those who are changing to another one. */
export function listRenewingIds(db: Db, planId: string): Promise<string[]> {
  return idsOf(
    db,
    sql<{ id: string }>`select s.id from subscriptions s where s.plan_id = ${planId} and ${isLiveSql}
      and not s.cancel_at_period_end and (s.next_plan_id is null or s.next_plan_id = ${planId})
      order by s.id limit 500`,
  )
}

/** Members on another plan who are to start this one. */
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
 * Subscriptions with an open change to a plan that can't be had as quoted: it is no longer offered, or the price quoted
 * is neither its newest nor the member's own.
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

/** Open attempts at a price that is no longer the plan's newest. */
export function listOutdatedAttemptIds(db: Db, planId: string): Promise<string[]> {
  return idsOf(
    db,
    sql<{ id: string }>`select s.id from subscriptions s where s.plan_id = ${planId} and s.status = 'pending'
      and s.plan_version_id <> (select v.id from plan_versions v where v.plan_id = ${planId}
        order by v.version desc limit 1)
      order by s.id limit 500`,
  )
}
