import type { RawBuilder } from 'kysely'

import { isListedForSql, isLivePageSql } from '#server/domains/accounts/service.ts'
import { rankSql } from '#server/domains/plans/service.ts'
import { type Db, many, maybeOne, prepared, run, sql } from '#server/platform/db/query.ts'

import type { Reader } from './access.ts'
import {
  columnsOf,
  listedColumnsSql,
  listedPostsSql,
  listedTablesSql,
  type PostRow,
  rulesOfListedSql,
} from './listed-post-queries.ts'
import { type PlacedMedium, putPostMedia } from './placed-media-queries.ts'
import type { StoredHtml } from './stored-html.ts'

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
const LONGEST_LIST = sql.raw('100')

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

const ofPages = sql`posts p join creators c on c.id = p.creator_id`

const recentPosts = prepared<PostRow, Reader & Page>(
  'recent-posts',
  (given) => sql<PostRow>`with ${listedPostsSql(
    given,
    sql`select * from (select ${listedColumnsSql} from ${ofPages}
        where ${isShownSql(given)} and ${isListedForSql(given.viewerId)} and ${isLivePageSql}
          and not exists (select from blocks b
            where b.blocker_id = ${given.viewerId}::uuid and b.blocked_id = c.user_id)
          and ${isBeforeSql(given.beforeId)}
        order by p.published_at desc, p.id desc limit ${LONGEST_LIST}) newest limit ${given.limit}`,
  )}
    select ${columnsOf('excerpt')} from ${listedTablesSql} order by p.published_at desc, p.id desc`,
)

/** Newest first, of everyone; without pages with adult content, pages that aren't live and pages the viewer blocked. */
export function listRecentPosts(db: Db, reader: Reader, page: Page): Promise<PostRow[]> {
  return many(db, recentPosts({ viewerId: reader.viewerId, now: reader.now, ...page }))
}

/* The inner limits end each part before its posts are put in order: none is read that the list can't need. */
function ofCreatorSql(given: Reader & Page & { creatorId: string }): RawBuilder<unknown> {
  return sql`select * from (
        (select ${listedColumnsSql}, p.pinned_at, p.published_at from ${ofPages}
          where p.creator_id = ${given.creatorId} and p.pinned_at is not null and ${isShownSql(given)}
            and ${isPinnedBeforeSql(given.beforeId)}
          order by p.pinned_at desc, p.id desc limit ${LONGEST_LIST})
        union all
        (select * from (select ${listedColumnsSql}, p.pinned_at, p.published_at from ${ofPages}
          where p.creator_id = ${given.creatorId} and p.pinned_at is null and ${isShownSql(given)}
            and (${isBeforeSql(given.beforeId)} or ${isPinnedSql(given.beforeId)})
          order by p.published_at desc, p.id desc limit ${LONGEST_LIST}) rest limit ${given.limit})
      ) parts order by pinned_at desc nulls last, published_at desc, id desc limit ${given.limit}`
}

const inOrderOfPageSql = sql`select ${columnsOf('excerpt')} from ${listedTablesSql}
    order by p.pinned_at desc nulls last, p.published_at desc, p.id desc`

const postsOfCreator = prepared<PostRow, Reader & Page & { creatorId: string }>(
  'posts-of-creator',
  (given) =>
    sql<PostRow>`with ${listedPostsSql(given, ofCreatorSql(given), given.creatorId)} ${inOrderOfPageSql}`,
)

const postsOfCreatorAs = prepared<PostRow, Reader & Page & { creatorId: string; planId: string | null }>(
  'posts-of-creator-as',
  (given) => sql<PostRow>`with held as materialized (
      select h.creator_id, h.id, ${rankSql(sql`h`)} as rank from plans h
      where h.id = ${given.planId}::uuid and h.creator_id = ${given.creatorId}),
    ${rulesOfListedSql(given, ofCreatorSql(given))} ${inOrderOfPageSql}`,
)

export function listPostsOfCreator(
  db: Db,
  reader: Reader,
  creatorId: string,
  page: Page,
): Promise<PostRow[]> {
  return many(db, postsOfCreator({ viewerId: reader.viewerId, now: reader.now, creatorId, ...page }))
}

/** The same as somebody sees it who holds this plan of the page and nothing else; null: a visitor. */
export function listPostsOfCreatorAs(
  db: Db,
  asked: { planId: string | null; creatorId: string; now: Date },
  page: Page,
): Promise<PostRow[]> {
  return many(db, postsOfCreatorAs({ viewerId: null, ...asked, ...page }))
}

/** One post, whole. `creatorId`: it is of that page. */
function onePost(given: Reader, isAsked: RawBuilder<unknown>, creatorId?: string): RawBuilder<PostRow> {
  const found = sql`select ${listedColumnsSql} from ${ofPages}
    where ${isAsked} and ${isShownSql(given)} and ${isLivePageSql}`
  return sql<PostRow>`with ${listedPostsSql(given, found, creatorId)} select ${columnsOf('whole')} from ${listedTablesSql}`
}

const postById = prepared<PostRow, Reader & { id: string }>('post-by-id', (given) =>
  onePost(given, sql`p.id = ${given.id}`),
)

const postOfPage = prepared<PostRow, Reader & { creatorId: string; id: string }>('post-of-page', (given) =>
  onePost(given, sql`p.creator_id = ${given.creatorId} and p.id = ${given.id}`, given.creatorId),
)

const postBySlug = prepared<PostRow, Reader & { creatorId: string; slug: string }>('post-by-slug', (given) =>
  onePost(given, sql`p.creator_id = ${given.creatorId} and p.slug = ${given.slug}`, given.creatorId),
)

export function findPost(db: Db, { viewerId, now }: Reader, id: string): Promise<PostRow | null> {
  return maybeOne(db, postById({ viewerId, now, id }))
}

/** One post of a page, whole, by its id or the last part of its address. */
export function findPostAt(
  db: Db,
  { viewerId, now }: Reader,
  { creatorId, id, slug }: { creatorId: string; id: string | null; slug: string },
): Promise<PostRow | null> {
  const given = { viewerId, now, creatorId }
  return maybeOne(db, id === null ? postBySlug({ ...given, slug }) : postOfPage({ ...given, id }))
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
