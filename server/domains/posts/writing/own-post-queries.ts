import type { RawBuilder } from 'kysely'

import type { DraftStep } from '#contract/audiences/draft-steps.ts'
import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

import { beginningSql } from '../html-queries.ts'
import type { PostState } from './draft-queries.ts'
import { savedAtSql } from './own-post-search-queries.ts'

export interface OwnPostRow {
  id: string
  handle: string
  state: PostState
  slug: string | null
  title: string | null
  /** Of a draft: the words it begins with. Of anything else null, and `html` has them. */
  excerpt: string | null
  html: string
  steps: DraftStep[]
  /** Its cover, or else its first picture. */
  pictureId: string | null
  pictures: number
  players: number
  isPinned: boolean
  isWithheld: boolean
  hasChanges: boolean
  savedAt: Date
  publishAt: Date | null
  publishedAt: Date | null
  openedBy: number
}

/** Drafted media where there is a draft, else those of the post. */
const heldMediaSql = sql`(select media_id, position from post_draft_media
      where post_id = p.id and d.post_id is not null
      union all select media_id, position from post_media where post_id = p.id and d.post_id is null) held
    join media m on m.id = held.media_id`

function countMediaSql(condition: RawBuilder<boolean>): RawBuilder<number> {
  return sql<number>`(select count(*) from ${heldMediaSql} where ${condition})`
}

const columns = sql`p.id, c.handle, p.state, p.slug,
  case when d.post_id is null then p.title else d.title end as title, d.excerpt, ${beginningSql} as html,
  coalesce(d.steps, (select jsonb_agg(jsonb_build_object('reach', step.reach, 'isExact', step.is_exact,
      'fromAt', to_char(step.from_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'untilAt', to_char(step.until_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'planIds', array(select named.plan_id from audience_step_plans named
        where named.audience_id = step.audience_id and named.position = step.position order by named.plan_id))
      order by step.position)
    from audience_steps step where step.audience_id = p.audience_id)) as steps,
  coalesce(case when d.post_id is null then p.cover_id else d.cover_id end,
    (select m.id from ${heldMediaSql} where m.kind = 'image' order by held.position limit 1)) as "pictureId",
  ${countMediaSql(sql`m.kind = 'image'`)} as pictures, ${countMediaSql(sql`m.kind in ('video', 'audio')`)} as players,
  p.pinned_at is not null as "isPinned", p.withheld_at is not null as "isWithheld", d.post_id is not null and p.state <> 'draft' as "hasChanges",
  ${savedAtSql} as "savedAt", p.publish_at as "publishAt", p.published_at as "publishedAt",
  (select count(*) from post_openings o where o.post_id = p.id) as "openedBy"`

const tables = sql`posts p join creators c on c.id = p.creator_id left join post_drafts d on d.post_id = p.id`

export function findOwnPost(db: Db, id: string): Promise<OwnPostRow | null> {
  return maybeOne(
    db,
    sql<OwnPostRow>`select ${columns} from ${tables} where p.id = ${id} and p.deleted_at is null`,
  )
}

/** Posts by their ids, those worked on last first. */
export function listOwnPosts(db: Db, ids: readonly string[]): Promise<OwnPostRow[]> {
  return many(
    db,
    sql<OwnPostRow>`select ${columns} from ${tables} where p.id = any(${[...ids]}::uuid[])
      order by ${savedAtSql} desc, p.id desc`,
  )
}

export async function countOwnPosts(db: Db, creatorId: string): Promise<Record<PostState, number>> {
  const rows = await many(
    db,
    sql<{ state: PostState; count: number }>`select state, sum(posts)::integer as count from post_counts
      where creator_id = ${creatorId} group by state`,
  )
  const counts = { draft: 0, scheduled: 0, published: 0, hidden: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}
