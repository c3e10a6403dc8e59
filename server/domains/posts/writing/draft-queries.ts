import type { DraftStep } from '#contract/audiences/draft-steps.ts'
import type { StepOnWire } from '#server/domains/audiences/service.ts'
import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

import type { EditorContent } from '../blocks.ts'
import { isReplaySql } from '../listed-post-queries.ts'

export type PostState = 'draft' | 'scheduled' | 'published' | 'hidden'

/** A post as its creator's writing needs it. */
export interface WrittenPost {
  id: string
  creatorId: string
  ownerId: string
  /** Others see it, or that there is something to join for. */
  isPublic: boolean
  state: PostState
  revision: number
  title: string | null
  blocks: EditorContent | null
  html: string
  cleanerVersion: number
  audienceId: string
  videoLink: string | null
  teaser: string | null
  coverId: string | null
  isMailed: boolean
  isWaiting: boolean
  /** It is what is left of a live session. */
  isReplay: boolean
  savedAt: Date
  publishAt: Date | null
  publishedAt: Date | null
}

const written = sql`p.id, p.creator_id as "creatorId", c.user_id as "ownerId", (post_is_published(p) and ${isLivePageSql}) as "isPublic",
  p.state, p.draft_revision as revision,
  p.title, p.blocks, p.html, p.cleaner_version as "cleanerVersion", p.audience_id as "audienceId",
  p.video_link as "videoLink", p.teaser, p.cover_id as "coverId", p.is_mailed as "isMailed",
  p.waits_for_media as "isWaiting", ${isReplaySql} as "isReplay", coalesce(p.saved_at, p.published_at, p.created_at) as "savedAt",
  p.publish_at as "publishAt", p.published_at as "publishedAt"`

/** null: there is none, or it was deleted. */
export function findWritten(db: Db, id: string): Promise<WrittenPost | null> {
  return maybeOne(
    db,
    sql<WrittenPost>`select ${written} from posts p join creators c on c.id = p.creator_id
      where p.id = ${id} and p.deleted_at is null`,
  )
}

/** The same, locked: writing and publishing take turns. */
export async function lockWritten(db: Db, id: string): Promise<WrittenPost | null> {
  const locked = await maybeOne(
    db,
    sql<{ id: string }>`select id from posts where id = ${id} and deleted_at is null for update`,
  )
  return locked && findWritten(db, id)
}

export interface Draft {
  title: string | null
  blocks: EditorContent
  excerpt: string
  steps: readonly DraftStep[]
  videoLink: string | null
  teaser: string | null
  coverId: string | null
  isMailed: boolean
}

export function findDraft(db: Db, postId: string): Promise<Draft | null> {
  return maybeOne(
    db,
    sql<Draft>`select title, blocks, excerpt, steps, video_link as "videoLink", teaser, cover_id as "coverId",
        is_mailed as "isMailed" from post_drafts where post_id = ${postId}`,
  )
}

export async function findDraftByKey(db: Db, creatorId: string, clientKey: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select id from posts
      where creator_id = ${creatorId} and client_key = ${clientKey}`,
  )
  return row?.id ?? null
}

/** Returns false when the same key has begun a post already. */
export async function insertDraftPost(
  db: Db,
  post: { id: string; creatorId: string; audienceId: string; clientKey: string; now: Date },
): Promise<boolean> {
  const count = await run(
    db,
    sql`insert into posts (id, creator_id, audience_id, client_key, state, html, html_length, cleaner_version,
        created_at, saved_at)
      values (${post.id}, ${post.creatorId}, ${post.audienceId}, ${post.clientKey}, 'draft', '', 0, 1, ${post.now},
        ${post.now})
      on conflict (creator_id, client_key) where client_key is not null do nothing`,
  )
  return count > 0
}

/** Writes what is being written. */
export async function keepDraft(
  db: Db,
  post: { id: string; creatorId: string },
  draft: Draft,
): Promise<void> {
  await run(
    db,
    sql`insert into post_drafts (post_id, creator_id, title, blocks, excerpt, steps, video_link, teaser,
        cover_id, is_mailed)
      values (${post.id}, ${post.creatorId}, ${draft.title},
        ${JSON.stringify(draft.blocks)}::jsonb, ${draft.excerpt}, ${JSON.stringify(draft.steps)}::jsonb,
        ${draft.videoLink}, ${draft.teaser}, ${draft.coverId}, ${draft.isMailed})
      on conflict (post_id) do update set title = excluded.title, blocks = excluded.blocks,
        excerpt = excluded.excerpt, steps = excluded.steps, video_link = excluded.video_link,
        teaser = excluded.teaser, cover_id = excluded.cover_id, is_mailed = excluded.is_mailed`,
  )
}

/** Call it with the post locked. */
export async function countRevision(db: Db, id: string, now: Date): Promise<void> {
  await run(db, sql`update posts set draft_revision = draft_revision + 1, saved_at = ${now} where id = ${id}`)
}

export async function deleteDraft(db: Db, postId: string): Promise<void> {
  await run(db, sql`delete from post_drafts where post_id = ${postId}`)
}

export async function countDrafts(db: Db, creatorId: string, most: number): Promise<number> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from posts
      where creator_id = ${creatorId} and state = 'draft' and deleted_at is null limit ${most}`,
  )
  return rows.length
}

/** Everything a creator wrote and didn't publish, for themselves; oldest first. */
export function listOwnDrafts(
  db: Db,
  creatorId: string,
): Promise<{ title: string | null; blocks: EditorContent | null; createdAt: Date }[]> {
  return many(
    db,
    sql<{ title: string | null; blocks: EditorContent | null; createdAt: Date }>`select
        case when d.post_id is null then p.title else d.title end as title,
        case when d.post_id is null then p.blocks else d.blocks end as blocks, p.created_at as "createdAt"
      from posts p left join post_drafts d on d.post_id = p.id
      where p.creator_id = ${creatorId} and p.deleted_at is null and (p.state = 'draft' or d.post_id is not null)
      order by p.id`,
  )
}

export async function listMediaOfDraft(db: Db, postId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{
      id: string
    }>`select media_id as id from post_draft_media where post_id = ${postId} order by position`,
  )
  return rows.map(({ id }) => id)
}

export async function listMediaOfPost(db: Db, postId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select media_id as id from post_media where post_id = ${postId} order by position`,
  )
  return rows.map(({ id }) => id)
}

export async function replaceMediaOfDraft(db: Db, postId: string, ids: readonly string[]): Promise<void> {
  await run(db, sql`delete from post_draft_media where post_id = ${postId}`)
  if (ids.length > 0)
    await run(
      db,
      sql`insert into post_draft_media (post_id, media_id, position)
        select ${postId}, media_id, place - 1 from unnest(${[...ids]}::uuid[]) with ordinality given (media_id, place)`,
    )
}

/** The steps of an audience, as they were given. */
export function listSteps(db: Db, audienceId: string): Promise<StepOnWire[]> {
  return many(
    db,
    sql<StepOnWire>`select step.reach, step.is_exact as "isExact",
        to_char(step.from_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "fromAt",
        to_char(step.until_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "untilAt",
        array(select named.plan_id from audience_step_plans named
          where named.audience_id = step.audience_id and named.position = step.position
          order by named.plan_id) as "planIds"
      from audience_steps step where step.audience_id = ${audienceId} order by step.position`,
  )
}
