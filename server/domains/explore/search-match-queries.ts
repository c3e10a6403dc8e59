import type { RawBuilder } from 'kysely'

import { isInPageWithWordsSql } from '#server/domains/posts/service.ts'
import { sql } from '#server/platform/db/query.ts'

/* Which posts have the words that somebody searches for: the newest that do, so that a search reads few, however many there are. */

/** The newest posts of a page, looked through one by one: what many of its posts have is found among them. */
const LOOKED_THROUGH = sql.raw('3000')
/** Of all pages, the newest posts are looked through first: how many have the words says how many do at all. */
const LOOKED_THROUGH_FIRST = sql.raw('5000')
/** With at least so many among those, the others are found soonest by looking further. */
const OFTEN = sql.raw('12')
/** How far at most: reading so many posts costs as much as reading the index of a word that one in four hundred has. */
const LOOKED_THROUGH_MOST = sql.raw('100000')

const newestFirst = sql`order by s.published_at desc, s.post_id desc`

type SearchColumn = 'open_words' | 'all_words'

interface Matching {
  /** For `to_tsquery`; null: there is no word, and no post has it. */
  words: string | null
  /** null: of all pages. */
  creatorId: string | null
  /** How many posts are taken by their open words, and how many by all of them. */
  most: number
  /** Only some of the posts that are found are shown. */
  isNarrowed: boolean
}

/** What was asked for, of type `tsquery`, after {@link newestMatchesSql}. */
export const askedWordsSql = sql`(select words from asked)`

/**
 * For a query's `with`: `by_open_words` and `by_all_words`, the newest posts that have the words in what everyone may read of them
 * and anywhere, with their ranks. The former come first in an answer; where there are as many as are taken, the latter is empty.
 */
export function newestMatchesSql(matching: Matching): RawBuilder<unknown> {
  const { words, creatorId } = matching
  const most = sql.raw(String(matching.most))
  const isAllWanted = matching.isNarrowed ? sql`true` : sql`(select count(*) from by_open_words) < ${most}`
  const newest = creatorId === null ? newestOfAll : newestOfMatched
  return sql`asked as materialized (select to_tsquery('simple', coalesce(${words}, '')) as words),
    ${creatorId === null ? sql`` : sql`${matched({ words: words ?? '', creatorId, most })},`}
    ${newest('open_words', { most, isWanted: sql`true` })},
    ${newest('all_words', { most, isWanted: isAllWanted })}`
}

/** As `matched`, posts of a page with the words: among its newest if many of them have them, otherwise all. */
function matched(of: { words: string; creatorId: string; most: RawBuilder<unknown> }): RawBuilder<unknown> {
  const { words, creatorId, most } = of
  const columns = sql`s.post_id, s.published_at, s.open_words, s.all_words`
  // PostgreSQL knows how many posts have a word that it reads here.
  const query = sql`to_tsquery('simple', ${words})`
  // What few of many posts have: by the index that holds each word beside its page. Of beginnings it would read too much.
  const ofPage = words.includes(':*')
    ? sql`s.creator_id = ${creatorId} and s.all_words @@ ${query}`
    : isInPageWithWordsSql(creatorId, query)
  return sql`latest as materialized (select ${columns} from (select * from post_search s
        where s.creator_id = ${creatorId} ${newestFirst} limit ${LOOKED_THROUGH}) s
      where s.all_words @@ ${query}),
    matched as materialized (select * from latest where (select count(*) from latest) >= ${most}
      union all
      select ${columns} from post_search s where (select count(*) from latest) < ${most} and ${ofPage})`
}

interface Newest {
  most: RawBuilder<unknown>
  /** Otherwise nothing is looked for. */
  isWanted: RawBuilder<unknown>
}

/** As `by_open_words` or `by_all_words`, the newest of `matched` with the words. Ranked once they are chosen: there may be many more. */
function newestOfMatched(name: SearchColumn, { most, isWanted }: Newest): RawBuilder<unknown> {
  const column = sql.ref(`s.${name}`)
  return sql`${sql.ref(`by_${name}`)} as materialized (
    select found.post_id, ts_rank(found.words, ${askedWordsSql}) as rank
    from (select s.post_id, ${column} as words from matched s where ${column} @@ ${askedWordsSql} and ${isWanted}
      ${newestFirst} limit ${most}) found)`
}

/**
 * The same of all posts. Words that many posts have are found among the newest, the others by their index, which is read whole.
 * PostgreSQL would guess which is which, and guesses that many have what it doesn't know: of a word that nobody uses it
 * would read all posts.
 */
function newestOfAll(name: SearchColumn, { most, isWanted }: Newest): RawBuilder<unknown> {
  const column = sql.ref(`s.${name}`)
  const [near, further] = [sql.ref(`near_${name}`), sql.ref(`further_${name}`)]
  const columns = sql`s.post_id, s.published_at, ${column} as words`
  const nearby = sql`(select count(*) from ${near})`
  const foundSoFar = sql`${nearby} + (select count(*) from ${further})`
  const among = (posts: RawBuilder<unknown>) =>
    sql`select ${columns} from (select * from post_search s where ${isWanted} ${posts}) s
      where ${column} @@ ${askedWordsSql} limit ${most}`
  return sql`${near} as materialized (${among(sql`${newestFirst} limit ${LOOKED_THROUGH_FIRST}`)}),
    ${further} as materialized (${among(sql`and ${nearby} >= ${OFTEN} and ${nearby} < ${most}
      ${newestFirst} limit ${LOOKED_THROUGH_MOST} offset ${LOOKED_THROUGH_FIRST}`)}),
    ${sql.ref(`by_${name}`)} as materialized (
      select s.post_id, ts_rank(s.words, ${askedWordsSql}) as rank from (
        select s.* from (select * from ${near} union all select * from ${further}) s where ${foundSoFar} >= ${most}
        union all
        (select s.* from (select ${columns} from post_search s
            where ${column} @@ ${askedWordsSql} and ${foundSoFar} < ${most} and ${isWanted} offset 0) s
          ${newestFirst} limit ${most})) s
      ${newestFirst} limit ${most})`
}
