import { excerptOf } from './excerpt.ts'
import { CLEANER_VERSION, sanitizePost } from './sanitize.ts'

/*
 * The one owner of the HTML of posts between the database and whoever shows it. It is cleaned when it is written. When
 * it is read it is cleaned again only where that was an earlier version of the cleaner; the job `posts.clean` then
 * keeps it, so that no request does that work for many posts, or twice.
 */

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

/**
 * What was read, as it may be shown. Of a whole post that an earlier cleaner kept, ask `wholeHtml`: it may be long.
 */
export function shownHtml(read: { html: string; isExcerpt: boolean; cleanerVersion: number }): string {
  if (read.cleanerVersion >= CLEANER_VERSION) return read.html
  const html = sanitizePost(read.html)
  return read.isExcerpt ? (excerptOf(html) ?? html) : html
}
