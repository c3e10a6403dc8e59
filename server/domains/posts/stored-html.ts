import { excerptOf } from './excerpt.ts'
import { CLEANER_VERSION, sanitizePost } from './sanitize.ts'

/*
 * The one owner of posts' HTML between the database and its readers. HTML is cleaned when it is written. On reading it
 * is cleaned again only if an earlier version of the cleaner wrote it; the job `posts.clean` then stores the result, so
 * that no request does that work for many posts, or twice.
 */

/** The columns of a post that its text fills. */
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

/** A stored text, safe to show. For a whole post that an earlier cleaner wrote, call `wholeHtml`: it may be long. */
export function shownHtml(read: { html: string; isExcerpt: boolean; cleanerVersion: number }): string {
  if (read.cleanerVersion >= CLEANER_VERSION) return read.html
  const html = sanitizePost(read.html)
  return read.isExcerpt ? (excerptOf(html) ?? html) : html
}
