import type { StepOnWire } from '#server/domains/audiences/service.ts'
import { type Db, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

import type { Chapter } from './recording/chapters.ts'

/** The post that a session has become; null: none. */
export async function findReplayPost(db: Db, id: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ postId: string | null }>`select replay_post_id as "postId" from live_sessions where id = ${id}`,
  )
  return row?.postId ?? null
}

export async function storeReplayPost(db: Db, id: string, postId: string): Promise<void> {
  await run(db, sql`update live_sessions set replay_post_id = ${postId} where id = ${id}`)
}

/** The steps of an audience, as they were set up. */
export async function readSteps(db: Db, audienceId: string): Promise<StepOnWire[]> {
  const { steps } = await one(
    db,
    sql<{ steps: StepOnWire[] }>`select coalesce(jsonb_agg(jsonb_build_object('reach', step.reach,
          'isExact', step.is_exact,
          'fromAt', to_char(step.from_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'untilAt', to_char(step.until_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'planIds', array(select named.plan_id from audience_step_plans named
            where named.audience_id = step.audience_id and named.position = step.position order by named.plan_id))
          order by step.position), '[]') as steps
      from audience_steps step where step.audience_id = ${audienceId}`,
  )
  return steps
}

/** Keeps where questions were taken in what was recorded. */
export async function storeChapters(db: Db, chapters: readonly Chapter[]): Promise<void> {
  await run(
    db,
    sql`update questions q set recording_part = taken.part, recording_ms = taken.ms
      from unnest(${chapters.map(({ questionId }) => questionId)}::uuid[],
        ${chapters.map(({ part }) => part ?? 1)}::smallint[],
        ${chapters.map(({ ms }) => Math.round(ms))}::integer[]) as taken(id, part, ms)
      where q.id = taken.id`,
  )
}
