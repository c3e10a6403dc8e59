import type { Db } from '#server/platform/db/query.ts'

import { cleanApart } from './clean-apart.ts'
import { listPublicHtml } from './html-queries.ts'
import { CLEANER_VERSION } from './sanitize.ts'
import { shownHtml } from './stored-html.ts'

export interface PublicPost {
  id: string
  /** null: its id is its address. */
  slug: string | null
  html: string
  /** `html` is the beginning of a longer post. */
  isExcerpt: boolean
  title: string | null
  publishedAt: Date
}

/** What everyone may read of a creator's posts, newest first: up to 16 KB whole, longer ones as excerpts. */
export async function listPublicPosts(
  db: Db,
  creatorId: string,
  limit: number,
  now: Date,
): Promise<PublicPost[]> {
  const rows = await listPublicHtml(db, creatorId, limit, now)
  return rows.map((row) => ({ ...row, html: shownHtml(row) }))
}

/** A whole post, safe to show; one from an earlier cleaner is cleaned without holding others up. */
export async function wholeHtml(read: { html: string; cleanerVersion: number }): Promise<string> {
  if (read.cleanerVersion >= CLEANER_VERSION) return read.html
  return (await cleanApart(read.html, { isForReading: true }))?.text.html ?? ''
}
