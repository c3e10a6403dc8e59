import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, many, maybeOne, one, prepared, run, sql } from '#server/platform/db/query.ts'

/** Following twice is following once; the first time counts. Returns whether this is it. */
export async function insertFollow(db: Db, userId: string, creatorId: string, now: Date): Promise<boolean> {
  const added = await run(
    db,
    sql`insert into follows (user_id, creator_id, followed_at) values (${userId}, ${creatorId}, ${now})
      on conflict do nothing`,
  )
  return added > 0
}

export async function deleteFollow(db: Db, userId: string, creatorId: string): Promise<void> {
  await run(db, sql`delete from follows where user_id = ${userId} and creator_id = ${creatorId}`)
}

/** A block ends following, whoever made it. */
export async function deleteFollowsBetween(db: Db, userId: string, otherId: string): Promise<void> {
  await run(
    db,
    sql`delete from follows f using creators c where c.id = f.creator_id
      and ((f.user_id = ${userId} and c.user_id = ${otherId}) or (f.user_id = ${otherId} and c.user_id = ${userId}))`,
  )
}

const followOfOne = prepared<{ isMailed: boolean }, { userId: string; creatorId: string }>(
  'follow-of-one',
  ({ userId, creatorId }) => sql<{ isMailed: boolean }>`select is_mailed as "isMailed" from follows
    where user_id = ${userId} and creator_id = ${creatorId}`,
)

/** Whether somebody follows a page (then: whether they are mailed about its posts), or null. */
export function findFollow(db: Db, userId: string, creatorId: string): Promise<{ isMailed: boolean } | null> {
  return maybeOne(db, followOfOne({ userId, creatorId }))
}

/** Returns false if they don't follow the page. */
export async function setFollowMailed(
  db: Db,
  userId: string,
  creatorId: string,
  isMailed: boolean,
): Promise<boolean> {
  const written = await run(
    db,
    sql`update follows set is_mailed = ${isMailed} where user_id = ${userId} and creator_id = ${creatorId}`,
  )
  return written > 0
}

export async function countFollowers(db: Db, creatorId: string): Promise<number> {
  const { count } = await one(
    db,
    sql<{ count: number }>`select coalesce(sum(followers), 0)::integer as count from follower_counts
      where creator_id = ${creatorId}`,
  )
  return count
}

export interface FollowedPage {
  id: string
  pageName: string
  handle: string
  profileImage: string | null
  followedAt: Date
  isMailed: boolean
}

/** Pages that are visible, the last one followed first. */
export function listFollowedPages(
  db: Db,
  userId: string,
  page: { beforeId: string | null; limit: number },
): Promise<FollowedPage[]> {
  const { beforeId } = page
  return many(
    db,
    sql<FollowedPage>`select c.id, c.page_name as "pageName", c.handle, c.profile_image as "profileImage",
        f.followed_at as "followedAt", f.is_mailed as "isMailed"
      from follows f join creators c on c.id = f.creator_id
      where f.user_id = ${userId} and ${isLivePageSql}
        and (${beforeId}::uuid is null or (f.followed_at, c.id) < (
          (select b.followed_at from follows b where b.user_id = ${userId} and b.creator_id = ${beforeId}),
          ${beforeId}::uuid))
      order by f.followed_at desc, c.id desc limit ${page.limit}`,
  )
}

export interface OwnFollow {
  page: string
  followedAt: Date
  isMailed: boolean
}

/** Every page a user follows, for themselves. */
export function listOwnFollows(db: Db, userId: string): Promise<OwnFollow[]> {
  return many(
    db,
    sql<OwnFollow>`select c.handle as page, f.followed_at as "followedAt", f.is_mailed as "isMailed"
      from follows f join creators c on c.id = f.creator_id where f.user_id = ${userId} order by f.followed_at`,
  )
}

/** The follows of a user, when their account is erased. */
export async function eraseFollows(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from follows where user_id = ${userId}`)
}
