import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, many, prepared, sql } from '#server/platform/db/query.ts'

import { heldPlansSql, type Reader } from './access.ts'
import {
  columnsOf,
  listedColumnsSql,
  listedTablesSql,
  type PostRow,
  rulesOfListedSql,
} from './listed-post-queries.ts'
import { isBeforeSql, type Page } from './queries.ts'

/*
 * Of each page only as many posts are looked at as the list may need, by the index `posts_of_creator`: what it costs
 * depends on how many pages somebody follows, and not on how much those have published.
 */
export const feedSql = (given: Reader & Page) =>
  sql<PostRow>`with ${heldPlansSql(given)},
    pages as materialized (
      select c.id as creator_id from creators c
      where c.id in (
          select creator_id from follows where user_id = ${given.viewerId}::uuid union select creator_id from held)
        and ${isLivePageSql} and not exists (select from blocks b
          where b.blocker_id = ${given.viewerId}::uuid and b.blocked_id = c.user_id)),
    ${rulesOfListedSql(
      given,
      sql`select found.* from pages cross join lateral (
          select ${listedColumnsSql}, p.published_at from posts p
          where p.creator_id = pages.creator_id and post_is_published(p) and ${isBeforeSql(given.beforeId)}
          order by p.published_at desc, p.id desc limit ${given.limit}) found
        order by found.published_at desc, found.id desc limit ${given.limit}`,
    )}
    select ${columnsOf('excerpt')} from ${listedTablesSql} order by p.published_at desc, p.id desc`

const postsOfFeed = prepared<PostRow, Reader & Page>('posts-of-feed', feedSql)

/** Newest first, of the pages that a member supports or follows; without pages that aren't live or that they blocked. */
export function listPostsOfFeed(db: Db, reader: Reader, page: Page): Promise<PostRow[]> {
  return many(db, postsOfFeed({ viewerId: reader.viewerId, now: reader.now, ...page }))
}
