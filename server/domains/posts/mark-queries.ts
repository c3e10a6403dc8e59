import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, many, maybeOne, one, prepared, run, sql } from '#server/platform/db/query.ts'

import { canReadPostSql, heldPlansSql, type Reader } from './access.ts'
import {
  columnsOf,
  listedColumnsSql,
  listedPostsSql,
  listedTablesSql,
  type PostRow,
} from './listed-post-queries.ts'
import { isShownSql } from './queries.ts'

interface Mark {
  postId: string
  userId: string
  now: Date
}

const markablePost = prepared<{ isMarkable: boolean }, Reader & { postId: string }>(
  'markable-post',
  (given) => sql<{ isMarkable: boolean }>`with ${heldPlansSql(given)}
    select ${canReadPostSql(given)} and not exists (select from blocks b
        where b.blocker_id = c.user_id and b.blocked_id = ${given.viewerId}::uuid) as "isMarkable"
    from posts p join creators c on c.id = p.creator_id
    where p.id = ${given.postId} and ${isShownSql(given)} and ${isLivePageSql}`,
)

/** A post someone would like to mark, and whether they may: they can read it, and its creator hasn't blocked them. */
export function findMarkable(
  db: Db,
  { viewerId, now }: Reader,
  postId: string,
): Promise<{ isMarkable: boolean } | null> {
  return maybeOne(db, markablePost({ viewerId, now, postId }))
}

/**
 * A like and its count in one statement: people who like a post at the same moment wait for its count, one after
 * another, and a like that was there already counts nothing. Returns whether it is new.
 */
export async function insertLike(db: Db, { postId, userId, now }: Mark): Promise<boolean> {
  const added = await run(
    db,
    sql`with added as (
        insert into post_likes (post_id, user_id, liked_at) values (${postId}, ${userId}, ${now})
        on conflict do nothing returning post_id)
      insert into post_like_counts (post_id, likes) select post_id, 1 from added
      on conflict (post_id) do update set likes = post_like_counts.likes + 1`,
  )
  return added > 0
}

export async function deleteLike(db: Db, { postId, userId }: Omit<Mark, 'now'>): Promise<void> {
  await run(
    db,
    sql`with removed as (
        delete from post_likes where post_id = ${postId} and user_id = ${userId} returning post_id)
      update post_like_counts set likes = likes - 1 where post_id in (select post_id from removed)`,
  )
}

export async function insertSave(db: Db, { postId, userId, now }: Mark): Promise<void> {
  await run(
    db,
    sql`insert into post_saves (post_id, user_id, saved_at) values (${postId}, ${userId}, ${now})
      on conflict do nothing`,
  )
}

export async function deleteSave(db: Db, { postId, userId }: Omit<Mark, 'now'>): Promise<void> {
  await run(db, sql`delete from post_saves where post_id = ${postId} and user_id = ${userId}`)
}

export async function countLikes(db: Db, postId: string): Promise<number> {
  const { count } = await one(
    db,
    sql<{ count: number }>`select coalesce(
      (select likes from post_like_counts where post_id = ${postId}), 0) as count`,
  )
  return count
}

interface PostMarks {
  id: string
  likes: number
  comments: number
  isLiked: boolean
  isSaved: boolean
}

const marksOfPosts = prepared<PostMarks, { ids: readonly string[]; viewerId: string | null; now: Date }>(
  'marks-of-posts',
  (given) => sql<PostMarks>`select p.id, coalesce(counted.likes, 0) as likes,
      coalesce(channel.message_count, 0) as comments,
      exists (select from post_likes l where l.post_id = p.id and l.user_id = ${given.viewerId}::uuid) as "isLiked",
      exists (select from post_saves s where s.post_id = p.id and s.user_id = ${given.viewerId}::uuid) as "isSaved"
    from posts p join creators c on c.id = p.creator_id left join post_like_counts counted on counted.post_id = p.id
      left join channels channel on channel.id = p.id
    where p.id = any(${given.ids}::uuid[]) and ${isShownSql(given)} and ${isLivePageSql}`,
)

/** Marks of the posts among these that are shown; how many like a post is no secret, even where its text is. */
export function listMarks(db: Db, { viewerId, now }: Reader, ids: readonly string[]): Promise<PostMarks[]> {
  return many(db, marksOfPosts({ ids, viewerId, now }))
}

const TABLES = {
  liked: { table: sql`post_likes`, at: sql`marked.liked_at` },
  saved: { table: sql`post_saves`, at: sql`marked.saved_at` },
}
export type MarkKind = keyof typeof TABLES

export interface MarkedPage {
  kind: MarkKind
  /** The last one seen. null: the list begins. */
  before: { atMicros: string; postId: string } | null
  limit: number
}

/** What the viewer liked or saved, last marked first. Blocked pages, and those that aren't live, are left out. */
export function listMarked(
  db: Db,
  reader: Reader,
  { kind, before, limit }: MarkedPage,
): Promise<(PostRow & { atMicros: string })[]> {
  const { table, at } = TABLES[kind]
  // Microseconds, as PostgreSQL keeps them: a Date has only milliseconds.
  const isBefore =
    before === null
      ? sql`true`
      : sql`(${at}, marked.post_id) < (
          timestamptz 'epoch' + ${before.atMicros}::bigint * interval '1 microsecond', ${before.postId}::uuid)`
  return many(
    db,
    sql<PostRow & { atMicros: string }>`with ${listedPostsSql(
      reader,
      sql`select ${listedColumnsSql}, ${at} as marked_at
        from posts p join creators c on c.id = p.creator_id join ${table} marked on marked.post_id = p.id
        where marked.user_id = ${reader.viewerId}::uuid and ${isShownSql(reader)} and ${isLivePageSql} and ${isBefore}
          and not exists (select from blocks b
            where b.blocker_id = ${reader.viewerId}::uuid and b.blocked_id = c.user_id)
        order by ${at} desc, marked.post_id desc limit ${limit}`,
    )}
      select ${columnsOf('excerpt')}, (extract(epoch from listed.marked_at) * 1000000)::bigint::text as "atMicros"
      from ${listedTablesSql} order by listed.marked_at desc, p.id desc`,
  )
}

/** Takes back everything a person liked and saved. Counts are locked in one order, whoever else is being erased. */
export async function eraseMarks(db: Db, userId: string): Promise<void> {
  await run(
    db,
    sql`select from post_like_counts where post_id in (select post_id from post_likes where user_id = ${userId})
      order by post_id for update`,
  )
  await run(
    db,
    sql`with removed as (delete from post_likes where user_id = ${userId} returning post_id)
      update post_like_counts set likes = likes - 1 where post_id in (select post_id from removed)`,
  )
  await run(db, sql`delete from post_saves where user_id = ${userId}`)
}

interface OwnMark {
  mark: MarkKind
  title: string | null
  creator: string
  at: Date
}

/** Everything a person liked and saved, for themselves. */
export function listOwnMarks(db: Db, userId: string): Promise<OwnMark[]> {
  return many(
    db,
    sql<OwnMark>`select marked.mark, p.title, c.page_name as creator, marked.at
      from (select 'liked' as mark, post_id, liked_at as at from post_likes where user_id = ${userId}
          union all select 'saved', post_id, saved_at from post_saves where user_id = ${userId}) marked
        join posts p on p.id = marked.post_id join creators c on c.id = p.creator_id
      where p.deleted_at is null order by marked.at`,
  )
}
