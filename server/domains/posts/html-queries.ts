import { type Db, many, run, sql } from '#server/platform/db/query.ts'

import type { StoredHtml } from './stored-html.ts'

/** Posts whose HTML an earlier version of the cleaner has kept; those another node is at are left to it. */
export function lockOutdatedPosts(
  db: Db,
  version: number,
  limit: number,
): Promise<{ id: string; html: string }[]> {
  return many(
    db,
    sql<{ id: string; html: string }>`select id, html from posts where cleaner_version < ${version}
      order by cleaner_version limit ${limit} for update skip locked`,
  )
}

/** Keeps a post's HTML as a newer cleaner made it. What did not change is not written again. */
export async function keepHtml(db: Db, id: string, before: string, after: StoredHtml): Promise<void> {
  const html = after.html === before ? sql`html` : sql`${after.html}`
  await run(
    db,
    sql`update posts set html = ${html}, excerpt_html = ${after.excerptHtml}, html_length = ${after.htmlLength},
        cleaner_version = ${after.cleanerVersion} where id = ${id}`,
  )
}
