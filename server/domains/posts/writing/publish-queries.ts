import { type Db, many, run, sql } from '#server/platform/db/query.ts'

import type { EditorContent } from '../blocks.ts'
import type { StoredHtml } from '../stored-html.ts'
import type { PostState } from './draft-queries.ts'

/** Writes what was drafted into a post; it stays in its state. */
export async function applyDraft(
  db: Db,
  id: string,
  draft: {
    title: string | null
    blocks: EditorContent
    text: StoredHtml
    open: StoredHtml | null
    audienceId: string
    videoLink: string | null
    teaser: string | null
    coverId: string | null
    isMailed: boolean
  },
): Promise<void> {
  const { text, open } = draft
  await run(
    db,
    sql`update posts set title = ${draft.title}, blocks = ${JSON.stringify(draft.blocks)}::jsonb, html = ${text.html},
        excerpt_html = ${text.excerptHtml}, html_length = ${text.htmlLength},
        open_html = ${open?.html ?? null}, open_excerpt_html = ${open?.excerptHtml ?? null}, cleaner_version = ${text.cleanerVersion},
        audience_id = ${draft.audienceId}, video_link = ${draft.videoLink}, teaser = ${draft.teaser},
        cover_id = ${draft.coverId}, is_mailed = ${draft.isMailed}
      where id = ${id}`,
  )
}

export async function markScheduled(db: Db, id: string, publishAt: Date): Promise<void> {
  await run(db, sql`update posts set state = 'scheduled', publish_at = ${publishAt} where id = ${id}`)
}

/** A post goes out. It waits for media that can't be played yet. Returns whether it does. */
export async function markOut(db: Db, id: string, now: Date): Promise<{ isWaiting: boolean }> {
  const [row] = await many(
    db,
    sql<{
      isWaiting: boolean
    }>`update posts set state = 'published', publish_at = null, published_at = ${now},
        waits_for_media = exists (select from post_media held join media m on m.id = held.media_id
          where held.post_id = posts.id and m.state <> 'ready')
          or exists (select from post_files file join media m on m.id = file.media_id
            where file.post_id = posts.id and m.state <> 'ready')
          or exists (select from media m where m.id = posts.cover_id and m.state <> 'ready')
      where id = ${id} returning waits_for_media as "isWaiting"`,
  )
  return { isWaiting: row?.isWaiting ?? false }
}

export async function markEdited(db: Db, id: string, now: Date): Promise<void> {
  await run(db, sql`update posts set edited_at = ${now} where id = ${id}`)
}

export async function markState(db: Db, id: string, state: PostState): Promise<void> {
  await run(
    db,
    sql`update posts set state = ${state}, publish_at = case when ${state} = 'scheduled' then publish_at end,
        pinned_at = case when ${state} = 'published' then pinned_at end
      where id = ${id}`,
  )
}

/** Posts whose time has come, locked; those that another node is working on are left to it. */
export async function lockDuePosts(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: string; creatorId: string }[]> {
  return many(
    db,
    sql<{ id: string; creatorId: string }>`select id, creator_id as "creatorId" from posts
      where state = 'scheduled' and deleted_at is null and publish_at <= ${now}
        and not exists (select from creators c where c.id = creator_id and c.posting_stopped_until is not null)
      order by publish_at limit ${limit} for update skip locked`,
  )
}

/** Whether everything its audience names can still be joined. */
export async function isAudienceOffered(db: Db, postId: string): Promise<boolean> {
  const gone = await many(
    db,
    sql<{
      id: string
    }>`select pp.id from posts p join audience_step_plans named on named.audience_id = p.audience_id
        join plans pp on pp.id = named.plan_id
      where p.id = ${postId} and pp.archived_at is not null limit 1`,
  )
  return gone.length === 0
}

/** Posts of the page that are pinned; its row is locked, so that two of them take turns. */
export async function lockPins(db: Db, creatorId: string): Promise<string[]> {
  await run(db, sql`select from creators where id = ${creatorId} for no key update`)
  const rows = await many(
    db,
    sql<{ id: string }>`select id from posts
      where creator_id = ${creatorId} and pinned_at is not null and deleted_at is null`,
  )
  return rows.map(({ id }) => id)
}

export async function setPinned(db: Db, id: string, pinnedAt: Date | null): Promise<void> {
  await run(db, sql`update posts set pinned_at = ${pinnedAt} where id = ${id}`)
}
