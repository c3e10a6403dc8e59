import type { RawBuilder } from 'kysely'

import type { MediumKind } from '#contract/media/rules.ts'
import type { Currency } from '#contract/money.ts'
import { isListedForSql, isLivePageSql } from '#server/domains/accounts/service.ts'
import { hasMomentsSql } from '#server/domains/audiences/service.ts'
import { type Db, many, maybeOne, prepared, run, sql } from '#server/platform/db/query.ts'

import { canReadPostSql, heldPlansSql, isFreePostSql, planOfPostSql, type Reader } from './access.ts'
import {
  type Extent,
  htmlLengthSql,
  htmlSql,
  isExcerptSql,
  isOpenExcerptSql,
  openHtmlSql,
} from './html-queries.ts'
import { type PlacedMedium, putPostMedia } from './placed-media-queries.ts'
import type { StoredHtml } from './stored-html.ts'

export interface PostRow {
  id: string
  /** null: its id is its address. */
  slug: string | null
  title: string | null
  audienceId: string
  /** A step of it begins or ends some time from now. */
  hasMoments: boolean
  creatorId: string
  ownerId: string
  handle: string
  pageName: string
  profileImage: string | null
  /** Open to everyone now. */
  isFree: boolean
  /** The plan that opens it; null: it is free, or no plan does. */
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
  /** What is above its line, as stored; null: nothing, or the viewer may read all of it. */
  openHtml: string | null
  /** There is more above the line than `openHtml`. */
  isOpenExcerpt: boolean
  /** The length of the whole text, which isn't secret. */
  characterCount: number
  /** In the order they are shown; of a post the viewer may not read, those above its line. */
  mediaIds: string[]
  /** Those that stand in the text. */
  placedIds: string[]
  /** Files to download that are ready, which isn't secret. */
  fileCount: number
  /** null: there is none, or the viewer may not see it. */
  videoLink: string | null
  /** The first thing it holds, which isn't secret. */
  heldKind: MediumKind | null
  heldDurationMs: number | null
  /** Of a post the viewer may not read: how many of each kind it holds, which isn't secret. */
  pictureCount: number
  videoCount: number
  audioCount: number
  playMs: number | null
  /** What people are told who can't read it. */
  teaser: string | null
  coverId: string | null
  /** Its page has plans that can be joined. */
  hasPlans: boolean
  isWaiting: boolean
  isPinned: boolean
  createdAt: Date
  publishedAt: Date
  /** null: it is as it was first published. */
  editedAt: Date | null
}

/** Everything about a post in a query over {@link tablesFor}. */
export function columns(extent: Extent) {
  return sql`p.id, p.slug, p.title, p.audience_id as "audienceId", access.has_moments as "hasMoments", p.creator_id as "creatorId", c.user_id as "ownerId", c.handle, c.page_name as "pageName",
    c.profile_image as "profileImage", access.is_free as "isFree", pp.id as "planId", pp.name as "planName",
    pp.price_cents as "planPriceCents", pp.currency as "planCurrency", pp.archived_at is null and not access.is_blocked as "isPlanOffered",
    case when access.can_read then ${htmlSql(extent)} end as html,
    p.cleaner_version as "cleanerVersion", ${isExcerptSql(extent)} as "isExcerpt",
    ${htmlLengthSql} as "characterCount",
    case when not access.can_read then ${openHtmlSql(extent)} end as "openHtml", ${isOpenExcerptSql(extent)} as "isOpenExcerpt",
    array(select of_post.media_id from post_media of_post where of_post.post_id = p.id
      and (access.can_read or of_post.is_open) order by of_post.position) as "mediaIds",
    array(select in_text.media_id from post_media in_text where in_text.post_id = p.id
      and in_text.is_placed and (access.can_read or in_text.is_open)) as "placedIds",
    (select count(*)::integer from post_files f join media file on file.id = f.media_id
      where f.post_id = p.id and file.state = 'ready') as "fileCount",
    case when access.can_read then p.video_link end as "videoLink",
    coalesce(case when not first.is_open then m.kind end, case when p.video_link is not null then 'video' end) as "heldKind",
    m.duration_ms as "heldDurationMs", coalesce(parts.pictures, 0) as "pictureCount",
    coalesce(parts.videos, 0) + case when p.video_link is not null then 1 else 0 end as "videoCount",
    coalesce(parts.audios, 0) as "audioCount", parts.play_ms as "playMs", p.teaser, p.cover_id as "coverId",
    exists (select from plans offered where offered.creator_id = p.creator_id and offered.archived_at is null) as "hasPlans",
    p.waits_for_media as "isWaiting", p.created_at as "createdAt",
    p.published_at as "publishedAt", p.pinned_at is not null as "isPinned", p.edited_at as "editedAt"`
}

/** Posts with all that their columns need. `offset 0`: the rule runs once for a post, and not for each of its columns. */
export function tablesFor(reader: Reader) {
  return sql`posts p join creators c on c.id = p.creator_id
    left join post_media first on first.post_id = p.id and first.position = 0
    left join media m on m.id = first.media_id
    cross join lateral (select ${canReadPostSql(reader)} as can_read, ${isFreePostSql(reader.now)} as is_free,
      ${hasMomentsSql(sql`p.audience_id`, reader.now)} as has_moments,
      exists (select from blocks b where b.blocker_id = c.user_id and b.blocked_id = ${reader.viewerId}::uuid)
        as is_blocked offset 0) access
    left join lateral (${planOfPostSql(reader.now, sql<boolean>`not access.can_read`)}) pp on not access.is_free
    left join lateral (select count(*) filter (where part.kind = 'image') as pictures,
        count(*) filter (where part.kind = 'video') as videos, count(*) filter (where part.kind = 'audio') as audios,
        sum(part.duration_ms)::float8 as play_ms
      from post_media in_post join media part on part.id = in_post.media_id where in_post.post_id = p.id
        and not in_post.is_open) parts on not access.can_read`
}

/** A post whose medium can't be played yet is visible to its creator alone. */
export function isShownSql({ viewerId }: Reader) {
  return sql`(post_is_published(p) or (post_is_waiting(p) and c.user_id = ${viewerId}::uuid))`
}

export interface Page {
  beforeId: string | null
  /** At most {@link LONGEST_LIST}. */
  limit: number
}

/** The longest list we return; part of the lists' SQL, so that they are planned for that many rows. */
export const LONGEST_LIST = sql.raw('100')

/** Everything published before a post; before none: everything. */
export function isBeforeSql(beforeId: string | null) {
  return sql`(p.published_at, p.id) < (
    coalesce((select before.published_at from posts before where before.id = ${beforeId}::uuid), 'infinity'),
    coalesce(${beforeId}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`
}

/** The last post seen is pinned: all that aren't come after it. */
function isPinnedSql(id: string | null) {
  return sql`exists (select from posts before where before.id = ${id}::uuid and before.pinned_at is not null)`
}

/** Pinned posts come first, so they are before every other one. */
function isPinnedBeforeSql(beforeId: string | null) {
  return sql`(${beforeId}::uuid is null or (p.pinned_at, p.id) < (
    (select before.pinned_at from posts before where before.id = ${beforeId}::uuid), ${beforeId}::uuid))`
}

const recentPosts = prepared<PostRow, Reader & Page>(
  'recent-posts',
  (given) => sql<PostRow>`with ${heldPlansSql(given)}
    select * from (select ${columns('excerpt')} from ${tablesFor(given)}
      where ${isShownSql(given)} and ${isListedForSql(given.viewerId)} and ${isLivePageSql}
        and not exists (select from blocks b
          where b.blocker_id = ${given.viewerId}::uuid and b.blocked_id = c.user_id)
        and ${isBeforeSql(given.beforeId)}
      order by p.published_at desc, p.id desc limit ${LONGEST_LIST}) listed limit ${given.limit}`,
)

/** Newest first, of everyone; without pages with adult content, pages that aren't live and pages the viewer blocked. */
export function listRecentPosts(db: Db, reader: Reader, page: Page): Promise<PostRow[]> {
  return many(db, recentPosts({ viewerId: reader.viewerId, now: reader.now, ...page }))
}

/* The inner limits end each part before its posts are put in order: none is read that the list can't need. */
const postsOfCreator = prepared<PostRow, Reader & Page & { creatorId: string }>(
  'posts-of-creator',
  (given) => sql<PostRow>`with ${heldPlansSql(given, given.creatorId)}
    select * from (
      (select ${columns('excerpt')}, p.pinned_at from ${tablesFor(given)}
        where p.creator_id = ${given.creatorId} and p.pinned_at is not null and ${isShownSql(given)}
          and ${isPinnedBeforeSql(given.beforeId)}
        order by p.pinned_at desc, p.id desc limit ${LONGEST_LIST})
      union all
      (select * from (select ${columns('excerpt')}, p.pinned_at from ${tablesFor(given)}
        where p.creator_id = ${given.creatorId} and p.pinned_at is null and ${isShownSql(given)}
          and (${isBeforeSql(given.beforeId)} or ${isPinnedSql(given.beforeId)})
        order by p.published_at desc, p.id desc limit ${LONGEST_LIST}) rest limit ${given.limit})
    ) listed order by pinned_at desc nulls last, "publishedAt" desc, id desc limit ${given.limit}`,
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
    sql<PostRow>`with ${heldPlansSql(reader)} select ${columns('whole')} from ${tablesFor(reader)}
      where p.id = ${id} and ${isShownSql(reader)} and ${isLivePageSql}`,
  )
}

/** One post of a page, whole, by its id or the last part of its address. */
export function findPostAt(
  db: Db,
  reader: Reader,
  { creatorId, id, slug }: { creatorId: string; id: string | null; slug: string },
): Promise<PostRow | null> {
  return maybeOne(
    db,
    sql<PostRow>`with ${heldPlansSql(reader, creatorId)} select ${columns('whole')} from ${tablesFor(reader)}
      where p.creator_id = ${creatorId} and ${id === null ? sql`p.slug = ${slug}` : sql`p.id = ${id}`}
        and ${isShownSql(reader)} and ${isLivePageSql}`,
  )
}

export async function insertPost(
  db: Db,
  post: {
    id: string
    creatorId: string
    audienceId: string
    title?: string | null
    blocks: unknown
    text: StoredHtml
    /** What is above its line. */
    open?: StoredHtml | null
    /** In the order they are shown. */
    media?: readonly PlacedMedium[]
    videoLink?: string | null
    teaser?: string | null
    coverId?: string | null
    isWaiting?: boolean
    publishedAt: Date
  },
): Promise<void> {
  await run(
    db,
    sql`insert into posts (id, creator_id, audience_id, title, blocks, html, excerpt_html, html_length,
        open_html, open_excerpt_html, cleaner_version, video_link, teaser, cover_id, waits_for_media, created_at, published_at)
      values (${post.id}, ${post.creatorId}, ${post.audienceId}, ${post.title ?? null},
        ${post.blocks === null ? null : JSON.stringify(post.blocks)}::jsonb, ${post.text.html},
        ${post.text.excerptHtml}, ${post.text.htmlLength}, ${post.open?.html ?? null}, ${post.open?.excerptHtml ?? null},
        ${post.text.cleanerVersion}, ${post.videoLink ?? null},
        ${post.teaser ?? null}, ${post.coverId ?? null}, ${post.isWaiting ?? false}, ${post.publishedAt}, ${post.publishedAt})`,
  )
  await putPostMedia(db, post.id, post.media ?? [])
}

/** Removes everything a creator wrote; the rows stay for their references. Returns the media that were in it. */
export async function erasePostsOfCreator(db: Db, creatorId: string, now: Date): Promise<string[]> {
  await run(
    db,
    sql`update posts set title = null, blocks = null, html = '', excerpt_html = null, html_length = 0,
        open_html = null, open_excerpt_html = null, video_link = null, teaser = null, slug = null, waits_for_media = false, restorable_until = null,
        deleted_at = coalesce(deleted_at, ${now}::timestamptz)
      where creator_id = ${creatorId}`,
  )
  await run(db, sql`delete from post_drafts where creator_id = ${creatorId}`)
  return takeMediaOut(
    db,
    sql`post_id in (select id from posts where creator_id = ${creatorId})`,
    sql`creator_id = ${creatorId}`,
  )
}

/** Of the posts that both conditions name: of rows of `post_media`, and of `posts`. */
async function takeMediaOut(
  db: Db,
  isInPost: RawBuilder<unknown>,
  isPost: RawBuilder<unknown>,
): Promise<string[]> {
  const taken = await many(
    db,
    sql<{
      mediaId: string
    }>`with covers as (select id, cover_id from posts where ${isPost} and cover_id is not null),
        uncovered as (update posts set cover_id = null from covers where posts.id = covers.id),
        taken as (delete from post_media where ${isInPost} returning media_id),
        files as (delete from post_files where ${isInPost} returning media_id)
      select media_id as "mediaId" from taken union select media_id from files
      union select cover_id from covers`,
  )
  return taken.map(({ mediaId }) => mediaId)
}
