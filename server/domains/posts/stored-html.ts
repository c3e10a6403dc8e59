import type { RawBuilder } from 'kysely'

import { EXCERPT_MAX_BYTES } from '#contract/posts/limits.ts'
import { sql } from '#server/platform/db/query.ts'

import { excerptOf } from './excerpt.ts'
import { CLEANER_VERSION, sanitizePost } from './sanitize.ts'

/*
 * The one owner of the HTML of posts between the database and whoever shows it. It is cleaned when it is written. When
 * it is read it is cleaned again only where that was an earlier version of the cleaner; the job `posts.clean` then
 * keeps it, so that no request does that work for many posts, or twice.
 */

/** `excerpt`: what lists carry. `whole`: one post that was asked for by its id. */
export type Extent = 'excerpt' | 'whole'

/** The columns of a post that its text takes. */
export interface StoredHtml {
  html: string
  /** null: the post is short, and lists carry all of it. */
  excerptHtml: string | null
  /** Characters, mark-up included. */
  htmlLength: number
  cleanerVersion: number
}

/** Of a text that {@link sanitizePost} has just cleaned. */
export function storedHtml(html: string): StoredHtml {
  return { html, excerptHtml: excerptOf(html), htmlLength: html.length, cleanerVersion: CLEANER_VERSION }
}

/** Of a post from before excerpts were kept, lists read this many characters: more than an excerpt of it needs. */
const PREFIX_LENGTH = sql.raw(String(2 * EXCERPT_MAX_BYTES))

/** What is read of `posts p` to that extent. A list never reads the whole of a long post. */
export function htmlSql(extent: Extent): RawBuilder<string> {
  if (extent === 'whole') return sql<string>`p.html`
  return sql<string>`case when p.cleaner_version = 0 then left(p.html, ${PREFIX_LENGTH})
    else coalesce(p.excerpt_html, p.html) end`
}

/** Whether there is more of the post. Sizes are kept with the row: asking for them reads no text. */
export function isExcerptSql(extent: Extent): RawBuilder<boolean> {
  if (extent === 'whole') return sql<boolean>`false`
  return sql<boolean>`(p.excerpt_html is not null
    or (p.cleaner_version = 0 and octet_length(p.html) > ${sql.raw(String(EXCERPT_MAX_BYTES))}))`
}

/** Characters of the whole post; bytes where they have not been counted yet. */
export const htmlLengthSql = sql<number>`coalesce(p.html_length, octet_length(p.html))`

/** What was read, as it may be shown. */
export function shownHtml(read: { html: string; isExcerpt: boolean; cleanerVersion: number }): string {
  if (read.cleanerVersion >= CLEANER_VERSION) return read.html
  const html = sanitizePost(read.html)
  return read.isExcerpt ? (excerptOf(html) ?? html) : html
}
