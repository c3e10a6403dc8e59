import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { heldPlansSql } from '#server/domains/posts/service.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

import { mayComeSql } from './access.ts'
import { type Finder, foundSql, type FoundRow, type LiveRow } from './queries.ts'

/** Of each page, so many are looked at. */
const OF_A_PAGE = 3

/** The pages that somebody supports or follows; inside a query with `held`. */
function pagesOf(viewerId: string) {
  return sql`(select creator_id from follows where user_id = ${viewerId}::uuid union select creator_id from held)`
}

/**
 * What begins before a moment on pages that somebody supports or follows, as far as they may come; the next
 * first. What it costs depends on how many pages those are: the index `live_sessions_coming` gives each one's next.
 */
export function listLiveOfFeed(
  db: Db,
  reader: Finder & { viewerId: string },
  { before, limit }: { before: Date; limit: number },
): Promise<(FoundRow & { pageName: string })[]> {
  const next = sql`select coming.id
    from ${pagesOf(reader.viewerId)} page
      cross join lateral (select s.id from live_sessions s
        where s.creator_id = page.creator_id and s.state in ('scheduled', 'open') and s.starts_at < ${before}
        order by s.starts_at, s.id limit ${OF_A_PAGE}) coming`
  return many(
    db,
    sql<FoundRow & { pageName: string }>`select found.*, page.page_name as "pageName"
      from (${foundSql(reader, sql`l.id = any(array(${next})) and entrance.may`)}) found
        join creators page on page.id = found."creatorId"
      order by found."startsAt", found.id limit ${limit}`,
  )
}

export interface LiveNowRow extends Pick<
  LiveRow,
  'id' | 'title' | 'handle' | 'state' | 'startsAt' | 'liveAt' | 'heardAt'
> {
  pageName: string
  profileImage: string | null
}

/**
 * What is live on those pages, as far as they may come; what began last first. A page has one at most, by the index
 * `live_sessions_one_live`, so what it costs depends on how many pages those are.
 */
export function listLiveNow(
  db: Db,
  reader: Finder & { viewerId: string },
  { limit }: { limit: number },
): Promise<LiveNowRow[]> {
  return many(
    db,
    sql<LiveNowRow>`with ${heldPlansSql(reader)}
      select l.id, l.title, c.handle, l.state, l.starts_at as "startsAt", l.live_at as "liveAt",
        l.heard_at as "heardAt", c.page_name as "pageName", c.profile_image as "profileImage"
      from ${pagesOf(reader.viewerId)} page join live_sessions l on l.creator_id = page.creator_id and l.state = 'live'
        join creators c on c.id = l.creator_id
      where ${isLivePageSql} and ${mayComeSql(reader)} order by l.live_at desc, l.id limit ${limit}`,
  )
}
