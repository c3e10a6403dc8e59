import type { RawBuilder } from 'kysely'

import { hasAccessSql } from '#server/domains/subscriptions/service.ts'
import { sql } from '#server/platform/db/query.ts'

export interface PricedPlan {
  id: string
  priceCents: number
}

/**
 * Who may read a post: everybody, when it is free; its creator; and members of its plan or of a higher-priced one of
 * the same creator. `memberships` are the plans of this creator that the viewer has access through now.
 */
export function canReadPost(
  viewer: { id: string } | null,
  post: { ownerId: string; plan: PricedPlan | null },
  memberships: readonly PricedPlan[],
): boolean {
  const { plan } = post
  if (plan === null) return true
  if (viewer === null) return false
  if (viewer.id === post.ownerId) return true
  return memberships.some((own) => own.id === plan.id || own.priceCents > plan.priceCents)
}

/**
 * The same as {@link canReadPost}, in a query over `posts p`, its creator `c` and its plan `pp`. Texts of posts that
 * may not be read then never leave the database.
 */
export function canReadPostSql(viewerId: string | null, now: Date): RawBuilder<boolean> {
  if (viewerId === null) return sql<boolean>`(p.plan_id is null)`
  return sql<boolean>`(p.plan_id is null or c.user_id = ${viewerId} or exists (
    select from subscriptions s join plans own on own.id = s.plan_id
    where s.member_id = ${viewerId} and s.creator_id = p.creator_id and ${hasAccessSql(now)}
      and (own.id = pp.id or own.price_cents > pp.price_cents)))`
}
