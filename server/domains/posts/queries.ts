import type { MediumKind } from '#contract/media/rules.ts'
import type { Currency } from '#contract/money.ts'
import { isListedForSql, isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, many, maybeOne, prepared, run, sql } from '#server/platform/db/query.ts'

import { canReadPostSql, heldPlansSql } from './access.ts'
import { type Extent, htmlLengthSql, htmlSql, isExcerptSql } from './html-queries.ts'
import type { StoredHtml } from './stored-html.ts'

export interface PostRow {
  id: string
  creatorId: string
  ownerId: string
  handle: string
  pageName: string
  profileImage: string | null
  planId: string | null
  planName: string | null
  planPriceCents: number | null
  planCurrency: Currency | null
  /** Whether the viewer could join that plan. */
  isPlanOffered: boolean
  /** As stored: shown by `shownHtml` only. null: the viewer may not read it. */
  html: string | null
  cleanerVersion: number
  /** There is more of it than `html`. */
  isExcerpt: boolean
  /** The length of the whole text, which isn't secret. */
  characterCount: number
  /** null: there is none, or the viewer may not see it. */
  mediaId: string | null
  videoLink: string | null
  /** What it holds, which isn't secret. */
  heldKind: MediumKind | null
  heldDurationMs: number | null
  isWaiting: boolean
  createdAt: Date
}

interface Reader {
  viewerId: string | null
  now: Date
}

function columns(extent: Extent) {
  return sql`p.id, p.creator_id as "creatorId", c.user_id as "ownerId", c.handle, c.page_name as "pageName",
    c.profile_image as "profileImage", p.plan_id as "planId", pp.name as "planName",
    pp.price_cents as "planPriceCents", pp.currency as "planCurrency", pp.archived_at is null and not access.is_blocked as "isPlanOffered",
    case when access.can_read then ${htmlSql(extent)} end as html,
    p.cleaner_version as "cleanerVersion", ${isExcerptSql(extent)} as "isExcerpt",
    ${htmlLengthSql} as "characterCount", case when access.can_read then p.media_id end as "mediaId",
    case when access.can_read then p.video_link end as "videoLink",
    coalesce(m.kind, case when p.video_link is not null then 'video' end) as "heldKind",
    m.duration_ms as "heldDurationMs", p.waits_for_media as "isWaiting", p.created_at as "createdAt"`
}

/** `offset 0`: the rule runs once for a post, and not once for each column that depends on it. */
function tablesFor(viewerId: string | null) {
  return sql`posts p join creators c on c.id = p.creator_id left join plans pp on pp.id = p.plan_id
    left join media m on m.id = p.media_id
    cross join lateral (select ${canReadPostSql(viewerId)} as can_read, exists (select from blocks b
      where b.blocker_id = c.user_id and b.blocked_id = ${viewerId}::uuid) as is_blocked offset 0) access`
}

/** A post whose medium can't be played yet is visible to its creator alone. */
function isShownSql({ viewerId }: Reader) {
  return sql`(post_is_published(p) or (p.deleted_at is null and c.user_id = ${viewerId}::uuid))`
}

interface Page {
  beforeId: string | null
  /** At most {@link LONGEST_LIST}. */
  limit: number
}

/** The longest list we return; part of the lists' SQL, so that they are planned for that many rows. */
const LONGEST_LIST = sql.raw('100')

/** Everything published before a post; before none: everything. */
function isBeforeSql(beforeId: string | null) {
  return sql`p.id < coalesce(${beforeId}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')`
}

const recentPosts = prepared<PostRow, Reader & Page>(
  'recent-posts',
  (given) => sql<PostRow>`with ${heldPlansSql(given)}
    select * from (select ${columns('excerpt')} from ${tablesFor(given.viewerId)}
      where ${isShownSql(given)} and ${isListedForSql(given.viewerId)} and ${isLivePageSql}
        and not exists (select from blocks b
          where b.blocker_id = ${given.viewerId}::uuid and b.blocked_id = c.user_id)
        and ${isBeforeSql(given.beforeId)}
      order by p.id desc limit ${LONGEST_LIST}) listed limit ${given.limit}`,
)

/** Newest first, of everyone; without pages with adult content, pages that aren't live and pages the viewer blocked. */
export function listRecentPosts(db: Db, reader: Reader, page: Page): Promise<PostRow[]> {
  return many(db, recentPosts({ viewerId: reader.viewerId, now: reader.now, ...page }))
}

const postsOfCreator = prepared<PostRow, Reader & Page & { creatorId: string }>(
  'posts-of-creator',
  (given) => sql<PostRow>`with ${heldPlansSql(given, given.creatorId)}
    select * from (select ${columns('excerpt')} from ${tablesFor(given.viewerId)}
      where p.creator_id = ${given.creatorId} and ${isShownSql(given)} and ${isBeforeSql(given.beforeId)}
      order by p.id desc limit ${LONGEST_LIST}) listed limit ${given.limit}`,
)

export function listPostsOfCreator(
  db: Db,
  reader: Reader,
  creatorId: string,
  page: Page,
): Promise<PostRow[]> {
  return many(db, postsOfCreator({ viewerId: reader.viewerId, now: reader.now, creatorId, ...page }))
}

/** One post, whole. */
export function findPost(db: Db, reader: Reader, id: string): Promise<PostRow | null> {
  return maybeOne(
    db,
    sql<PostRow>`with ${heldPlansSql(reader)} select ${columns('whole')} from ${tablesFor(reader.viewerId)}
      where p.id = ${id} and ${isShownSql(reader)} and ${isLivePageSql}`,
  )
}

export async function insertPost(
  db: Db,
  post: {
    id: string
    creatorId: string
    planId: string | null
    blocks: unknown
    text: StoredHtml
    mediaId?: string | null
    videoLink?: string | null
    isWaiting?: boolean
    createdAt: Date
  },
): Promise<void> {
  await run(
    db,
    sql`insert into posts (id, creator_id, plan_id, blocks, html, excerpt_html, html_length, cleaner_version,
        media_id, video_link, waits_for_media, created_at)
      values (${post.id}, ${post.creatorId}, ${post.planId},
        ${post.blocks === null ? null : JSON.stringify(post.blocks)}::jsonb, ${post.text.html},
        ${post.text.excerptHtml}, ${post.text.htmlLength}, ${post.text.cleanerVersion}, ${post.mediaId ?? null},
        ${post.videoLink ?? null}, ${post.isWaiting ?? false}, ${post.createdAt})`,
  )
}

/** Returns the medium that is no longer in a post. */
export async function markPostDeleted(db: Db, id: string, now: Date): Promise<string | null> {
  const before = await maybeOne(
    db,
    sql<{ mediaId: string | null }>`select media_id as "mediaId" from posts
      where id = ${id} and deleted_at is null for update`,
  )
  await run(
    db,
    sql`update posts set deleted_at = ${now}, media_id = null, waits_for_media = false
      where id = ${id} and deleted_at is null`,
  )
  return before?.mediaId ?? null
}

/** Removes everything a creator wrote; the rows stay for their references. Returns the media that were in it. */
export async function erasePostsOfCreator(db: Db, creatorId: string, now: Date): Promise<string[]> {
  const held = await many(
    db,
    sql<{ mediaId: string }>`select media_id as "mediaId" from posts
      where creator_id = ${creatorId} and media_id is not null for update`,
  )
  await run(
    db,
    sql`update posts set blocks = null, html = '', excerpt_html = null, html_length = 0, media_id = null,
        video_link = null, waits_for_media = false, deleted_at = coalesce(deleted_at, ${now}::timestamptz)
      where creator_id = ${creatorId}`,
  )
  return held.map(({ mediaId }) => mediaId)
}

/** The post a medium is in, locked: two events of one medium publish its post once. */
export function findPostOfMedium(
  db: Db,
  mediaId: string,
): Promise<{ id: string; creatorId: string; isWaiting: boolean; isPlayable: boolean } | null> {
  return maybeOne(
    db,
    sql<{ id: string; creatorId: string; isWaiting: boolean; isPlayable: boolean }>`select p.id,
        p.creator_id as "creatorId", p.waits_for_media as "isWaiting", m.state = 'ready' as "isPlayable"
      from posts p join media m on m.id = p.media_id
      where p.media_id = ${mediaId} and p.deleted_at is null for update of p`,
  )
}

export async function markPublished(db: Db, id: string): Promise<void> {
  await run(db, sql`update posts set waits_for_media = false where id = ${id}`)
}
