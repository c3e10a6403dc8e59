import type { RawBuilder } from 'kysely'

import type { Reach } from '#contract/audiences/reach.ts'
import { isOpenSql, isReachedSql } from '#server/domains/audiences/service.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

import { heldPlansSql, type Reader } from './access.ts'

export interface StepRow {
  reach: Reach
  planNames: string[]
  isExact: boolean
  /** As JSON has it. */
  at: string
}

interface MomentsRow {
  audienceId: string
  opensNext: StepRow | null
  closesNext: StepRow | null
}

/** What opens next for a viewer, and what closes that is open to them, of a list's audiences in one query. */
export function listNextMoments(
  db: Db,
  reader: Reader,
  audienceIds: readonly string[],
): Promise<MomentsRow[]> {
  const { viewerId, now } = reader
  const isReached = isReachedSql(viewerId, sql`a.creator_id`)
  const isOpen = isOpenSql(now)
  return many(
    db,
    sql<MomentsRow>`with ${heldPlansSql(reader)}
      select a.id as "audienceId",
        (select ${stepSql(sql`step.from_at`)} from audience_steps step
          where step.audience_id = a.id and step.from_at > ${now}::timestamptz
            and (step.reach = 'followers' or ${isReached} or not exists (
              select from audience_steps step where step.audience_id = a.id and ${isOpen}))
          order by step.from_at, step.position limit 1) as "opensNext",
        (select case when last.until_at is not null then last.told end from (
            select step.until_at, ${stepSql(sql`step.until_at`)} as told from audience_steps step
            where step.audience_id = a.id and ${isOpen} and ${isReached}
            order by step.until_at desc nulls first limit 1) last) as "closesNext"
      from audiences a where a.id = any(${[...audienceIds]}::uuid[])`,
  )
}

function stepSql(at: RawBuilder<unknown>): RawBuilder<StepRow> {
  return sql<StepRow>`json_build_object('reach', step.reach, 'isExact', step.is_exact, 'at', ${at},
    'planNames', array(select named_plan.name from audience_step_plans named
      join plans named_plan on named_plan.id = named.plan_id
      where named.audience_id = step.audience_id and named.position = step.position
      order by named_plan.price_cents, named_plan.id))`
}
