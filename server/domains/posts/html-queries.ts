import type { RawBuilder } from 'kysely'

import { EXCERPT_MAX_BYTES } from '#contract/posts/limits.ts'
import { type Db, many, run, sql } from '#server/platform/db/query.ts'

import { isFreePostSql, planOfPostSql } from './access.ts'
import { CLEANER_VERSION } from './sanitize.ts'
import type { StoredHtml } from './stored-html.ts'

/**
 * `excerpt`: carried by lists. `feed`: all of a post of up to 16 KB, the excerpt of a longer one. `whole`: one post
 * requested by its id.
 */
export type Extent = 'excerpt' | 'feed' | 'whole'

/** Of posts older than excerpts, lists read this many characters: more than an excerpt needs. */
const PREFIX_LENGTH = sql.raw(String(2 * EXCERPT_MAX_BYTES))

/** A few thousand words: most posts are read in the feed reader, and 30 of them are half a megabyte at most. */
const FEED_TEXT_MAX_BYTES = 16 * 1024
const isWholeInFeedSql = sql`(p.cleaner_version = ${sql.raw(String(CLEANER_VERSION))}
  and octet_length(p.html) <= ${sql.raw(String(FEED_TEXT_MAX_BYTES))})`

/** The part of `posts p` read for that extent. A list never reads all of a long post. */
export function htmlSql(extent: Extent): RawBuilder<string> {
  if (extent === 'whole') return sql<string>`p.html`
  const isWholeSql = extent === 'feed' ? isWholeInFeedSql : sql`false`
  return sql<string>`case when ${isWholeSql} then p.html when p.cleaner_version = 0 then left(p.html, ${PREFIX_LENGTH})
    else coalesce(p.excerpt_html, p.html) end`
}

/** Whether there is more of the post. Sizes are stored with the row: querying them reads no text. */
export function isExcerptSql(extent: Extent): RawBuilder<boolean> {
  if (extent === 'whole') return sql<boolean>`false`
  if (extent === 'feed') return sql<boolean>`(not ${isWholeInFeedSql} and ${isExcerptSql('excerpt')})`
  return sql<boolean>`(p.excerpt_html is not null
    or (p.cleaner_version = 0 and octet_length(p.html) > ${sql.raw(String(EXCERPT_MAX_BYTES))}))`
}

/** What is above the line of `posts p`, for those who may not read the rest; null: nothing. */
export function openHtmlSql(extent: Extent): RawBuilder<string | null> {
  if (extent === 'whole') return sql<string | null>`p.open_html`
  return sql<string | null>`coalesce(p.open_excerpt_html, p.open_html)`
}

/** Whether more than that is above the line. */
export function isOpenExcerptSql(extent: Extent): RawBuilder<boolean> {
  return extent === 'whole' ? sql<boolean>`false` : sql<boolean>`(p.open_excerpt_html is not null)`
}

/** Enough of a post's HTML to find its first words in. */
const BEGINNING_LENGTH = sql.raw('2000')

/** How `posts p` begin, for those who may read all of them. */
export const beginningSql = sql<string>`left(coalesce(p.excerpt_html, p.html), ${BEGINNING_LENGTH})`

/** And for everybody else; null: they may read nothing. */
export const openBeginningSql = sql<
  string | null
>`left(coalesce(p.open_excerpt_html, p.open_html), ${BEGINNING_LENGTH})`

/** Characters of the whole post; bytes where they have not been counted yet. */
export const htmlLengthSql = sql<number>`coalesce(p.html_length, octet_length(p.html))`

export interface OutdatedPost {
  id: string
  html: string
  /** What is above its line; null: nothing. */
  openHtml: string | null
  cleanerVersion: number
}

/**
 * Posts after the given one whose HTML comes from an earlier version of the cleaner; any that another node is working
 * on are left to it.
 */
export function lockOutdatedPosts(
  db: Db,
  version: number,
  after: Pick<OutdatedPost, 'id' | 'cleanerVersion'>,
  limit: number,
): Promise<OutdatedPost[]> {
  return many(
    db,
    sql<OutdatedPost>`select id, html, open_html as "openHtml", cleaner_version as "cleanerVersion" from posts
      where cleaner_version < ${version} and (cleaner_version, id) > (${after.cleanerVersion}, ${after.id}::uuid)
      order by cleaner_version, id limit ${limit} for update skip locked`,
  )
}

/** Stores a post's HTML from a newer cleaner. Unchanged HTML isn't written again. */
export async function keepHtml(
  db: Db,
  id: string,
  before: string,
  { text: after, open }: { text: StoredHtml; open: StoredHtml | null },
): Promise<void> {
  const html = after.html === before ? sql`html` : sql`${after.html}`
  await run(
    db,
    sql`update posts set html = ${html}, excerpt_html = ${after.excerptHtml}, html_length = ${after.htmlLength},
        open_html = ${open?.html ?? null}, open_excerpt_html = ${open?.excerptHtml ?? null},
        cleaner_version = ${after.cleanerVersion} where id = ${id}`,
  )
}

interface ReadHtml {
  html: string
  isExcerpt: boolean
  cleanerVersion: number
}

interface PublicRow extends ReadHtml {
  id: string
  slug: string | null
  title: string | null
  publishedAt: Date
}

/** What everyone may read of a creator's posts, newest first, as feeds carry it. */
export function listPublicHtml(db: Db, creatorId: string, limit: number, now: Date): Promise<PublicRow[]> {
  return many(
    db,
    sql<PublicRow>`select p.id, p.slug, p.title,
        case when access.is_free then ${htmlSql('feed')} else ${openHtmlSql('feed')} end as html,
        case when access.is_free then ${isExcerptSql('feed')} else true end as "isExcerpt",
        p.cleaner_version as "cleanerVersion", p.published_at as "publishedAt"
      from posts p cross join lateral (select ${isFreePostSql(now)} as is_free offset 0) access
      where p.creator_id = ${creatorId} and post_is_published(p) and (access.is_free or p.open_html is not null)
      order by p.published_at desc, p.id desc limit ${limit}`,
  )
}

interface OwnPost extends ReadHtml {
  title: string | null
  teaser: string | null
  plan: string | null
  createdAt: Date
}

/** Everything a creator wrote and didn't take down, for themselves; oldest first. */
export function listOwnHtml(db: Db, creatorId: string, now: Date): Promise<OwnPost[]> {
  return many(
    db,
    sql<OwnPost>`select p.title, p.teaser, ${htmlSql('whole')} as html, ${isExcerptSql('whole')} as "isExcerpt",
        p.cleaner_version as "cleanerVersion", pp.name as plan, p.created_at as "createdAt"
      from posts p left join lateral (${planOfPostSql(now, sql<boolean>`false`)}) pp on not ${isFreePostSql(now)}
      where p.creator_id = ${creatorId} and p.deleted_at is null and p.state <> 'draft' order by p.id`,
  )
}
