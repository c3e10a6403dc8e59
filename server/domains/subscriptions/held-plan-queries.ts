import type { RawBuilder } from 'kysely'

import { heldPlanColumns } from '#server/domains/plans/service.ts'
import { sql } from '#server/platform/db/query.ts'

import { hasAccessSql } from './access.ts'

/**
 * The plans a user has access through now, for a query that begins `with ${heldPlansSql(…)}`: read once for the whole
 * query, by the index on members and creators, and not once for each of its posts. `creatorId`: only those of one page.
 */
export function heldPlansSql(
  reader: { viewerId: string | RawBuilder<unknown> | null; now: Date },
  creatorId?: string | RawBuilder<unknown>,
): RawBuilder<unknown> {
  const ofPage = creatorId === undefined ? sql`` : sql`and s.creator_id = ${creatorId}`
  return sql`held as materialized (
    select s.creator_id, ${heldPlanColumns}
    from subscriptions s join plans h on h.id = s.plan_id join plan_versions agreed on agreed.id = s.plan_version_id
    where s.member_id = ${reader.viewerId}::uuid ${ofPage} and ${hasAccessSql(reader.now)})`
}
