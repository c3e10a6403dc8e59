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

/** Pages that are live, and that the viewer supports or follows and has not blocked. Needs `held`. */
const pagesSql = ({ viewerId }: Reader) => sql`pages as materialized (
      select c.id as creator_id from creators c
      where c.id in (
          select creator_id from follows where user_id = ${viewerId}::uuid union select creator_id from held)
        and ${isLivePageSql} and not exists (select from blocks b
          where b.blocker_id = ${viewerId}::uuid and b.blocked_id = c.user_id))`

/*
 * Of each page only as many posts are looked at as the list may need, by the index `posts_of_creator`: what it costs
 * depends on how many pages somebody follows, and not on how much those have published.
 */
export const feedSql = (given: Reader & Page) =>
  sql<PostRow>`with ${heldPlansSql(given)}, ${pagesSql(given)},
    ${rulesOfListedSql(
      given,
      sql`select found.* from pages cross join lateral (
          select ${listedColumnsSql}, p.published_at from posts p
          where p.creator_id = pages.creator_id and post_is_published(p) and ${isBeforeSql(given.beforeId)}
          order by p.published_at desc, p.id desc limit ${given.limit}) found
        order by found.published_at desc, found.id desc limit ${given.limit}`,
    )}
    select ${columnsOf('excerpt')} from ${listedTablesSql} order by p.published_at desc, p.id desc`

/** What the viewer's bell tells of: a post they opened is read there, too. */
const unreadSql = (given: Reader & Page) =>
  sql<PostRow>`with ${heldPlansSql(given)}, ${pagesSql(given)},
    ${rulesOfListedSql(
      given,
      sql`select ${listedColumnsSql}, p.published_at from posts p join pages on pages.creator_id = p.creator_id
        where p.id in (select n.target from notifications n where n.user_id = ${given.viewerId}::uuid
            and n.read_at is null and n.kind in ('new_post', 'post_opened'))
          and post_is_published(p) and ${isBeforeSql(given.beforeId)}
        order by p.published_at desc, p.id desc limit ${given.limit}`,
    )}
    select ${columnsOf('excerpt')} from ${listedTablesSql} order by p.published_at desc, p.id desc`

const postsOfFeed = prepared<PostRow, Reader & Page>('posts-of-feed', feedSql)
const unreadPosts = prepared<PostRow, Reader & Page>('unread-posts', unreadSql)

/**
 * Newest first, of the pages that a member supports or follows; without pages that aren't live or that they blocked.
 * `isUnread`: only those that they have not opened since they were told.
 */
export function listPostsOfFeed(
  db: Db,
  reader: Reader,
  { isUnread = false, ...page }: Page & { isUnread?: boolean },
): Promise<PostRow[]> {
  const posts = isUnread ? unreadPosts : postsOfFeed
  return many(db, posts({ viewerId: reader.viewerId, now: reader.now, ...page }))
}
