import type { RawBuilder } from 'kysely'

import {
  type HeldPlan,
  heldPlanColumns,
  includesPlan,
  includesPlanSql,
  type PricedPlan,
} from '#server/domains/plans/service.ts'
import { hasAccessSql } from '#server/domains/subscriptions/service.ts'
import { sql } from '#server/platform/db/query.ts'

/**
 * Who may read a post: everyone, when it is free; its creator; and members of its plan or of one that includes it (see
 * {@link includesPlan}). `memberships` are the plans of this creator that the viewer has access through now.
 */
export function canReadPost(
  viewer: { id: string } | null,
  post: { ownerId: string; plan: PricedPlan | null },
  memberships: readonly HeldPlan[],
): boolean {
  const { plan } = post
  if (plan === null) return true
  if (viewer === null) return false
  if (viewer.id === post.ownerId) return true
  return memberships.some((held) => includesPlan(held, plan))
}

/**
 * The plans a user has access through now, for a query that begins `with ${heldPlansSql(…)}`: read once for the whole
 * query, by the index on members and creators, and not once for each of its posts. `creatorId`: only those of one page.
 */
export function heldPlansSql(
  reader: { viewerId: string | null; now: Date },
  creatorId?: string,
): RawBuilder<unknown> {
  const ofPage = creatorId === undefined ? sql`` : sql`and s.creator_id = ${creatorId}`
  return sql`held as materialized (
    select s.creator_id, ${heldPlanColumns}
    from subscriptions s join plans h on h.id = s.plan_id join plan_versions agreed on agreed.id = s.plan_version_id
    where s.member_id = ${reader.viewerId}::uuid ${ofPage} and ${hasAccessSql(reader.now)})`
}

/**
 * The same as {@link canReadPost}, in a query over `posts p`, its creator `c` and its plan `pp`, and over the viewer's
 * plans `held` (see {@link heldPlansSql}). Texts the viewer may not read then never leave the database.
 */
export function canReadPostSql(viewerId: string | null): RawBuilder<boolean> {
  return sql<boolean>`(p.plan_id is null or c.user_id is not distinct from ${viewerId}::uuid or exists (
    select from held own where own.creator_id = p.creator_id and ${includesPlanSql}))`
}
