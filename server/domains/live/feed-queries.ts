import { type Db, many, sql } from '#server/platform/db/query.ts'

import { type Finder, foundSql, type FoundRow } from './queries.ts'

/** Of each page, so many are looked at. */
const OF_A_PAGE = 3

/**
 * What is live or begins before a moment on pages that somebody supports or follows, as far as they may come; the next
 * first. What it costs depends on how many pages those are: the index `live_sessions_coming` gives each one's next.
 */
export function listLiveOfFeed(
  db: Db,
  reader: Finder & { viewerId: string },
  { before, limit }: { before: Date; limit: number },
): Promise<(FoundRow & { pageName: string })[]> {
  const next = sql`select coming.id
    from (select creator_id from follows where user_id = ${reader.viewerId}::uuid union select creator_id from held) page
      cross join lateral (select s.id from live_sessions s
        where s.creator_id = page.creator_id and s.state in ('scheduled', 'open', 'live') and s.starts_at < ${before}
        order by s.starts_at, s.id limit ${OF_A_PAGE}) coming`
  return many(
    db,
    sql<FoundRow & { pageName: string }>`select found.*, page.page_name as "pageName"
      from (${foundSql(reader, sql`l.id = any(array(${next})) and entrance.may`)}) found
        join creators page on page.id = found."creatorId"
      order by found."startsAt", found.id limit ${limit}`,
  )
}
