import type { RawBuilder } from 'kysely'

import {
  type HeldPlan,
  includesPlan,
  includesPlanSql,
  type PricedPlan,
} from '#server/domains/plans/service.ts'
import { hasAccessSql } from '#server/domains/subscriptions/service.ts'
import { sql } from '#server/platform/db/query.ts'

/**
 * Who may read a post: everybody, when it is free; its creator; and members of its plan or of one that includes it
 * (see {@link includesPlan}). `memberships` are the plans of this creator that the viewer has access through now.
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
 * The same as {@link canReadPost}, in a query over `posts p`, its creator `c` and its plan `pp`. Texts of posts that
 * may not be read then never leave the database.
 */
export function canReadPostSql(viewerId: string | null, now: Date): RawBuilder<boolean> {
  if (viewerId === null) return sql<boolean>`(p.plan_id is null)`
  return sql<boolean>`(p.plan_id is null or c.user_id = ${viewerId} or exists (
    select from subscriptions s join plans own on own.id = s.plan_id
      join plan_versions agreed on agreed.id = s.plan_version_id
    where s.member_id = ${viewerId} and s.creator_id = p.creator_id and ${hasAccessSql(now)}
      and ${includesPlanSql}))`
}
