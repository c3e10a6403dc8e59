import type { RawBuilder } from 'kysely'

import { isListedForSql, isLivePageSql } from '#server/domains/accounts/service.ts'
import { hasAccessSql } from '#server/domains/subscriptions/service.ts'
import { type Db, many, maybeOne, one, prepared, run, sql } from '#server/platform/db/query.ts'

export interface FeedRow {
  id: string
  userId: string
  creatorId: string
  label: string
  handle: string
  pageName: string
  createdAt: Date
}

const columns = sql`f.id, f.user_id as "userId", f.creator_id as "creatorId", f.label, c.handle,
  c.page_name as "pageName", f.created_at as "createdAt"`

/** The private feeds of a person, of pages that are there: ten a page at most. */
export function listFeeds(db: Db, userId: string): Promise<FeedRow[]> {
  return listFeedsWhere(db, userId, isLivePageSql)
}

/** All of them, for themselves. */
export function listOwnFeeds(db: Db, userId: string): Promise<FeedRow[]> {
  return listFeedsWhere(db, userId, sql`true`)
}

function listFeedsWhere(db: Db, userId: string, condition: RawBuilder<unknown>): Promise<FeedRow[]> {
  return many(
    db,
    sql<FeedRow>`select ${columns} from private_feeds f join creators c on c.id = f.creator_id
      where f.user_id = ${userId} and ${condition} order by lower(c.page_name), f.created_at, f.id`,
  )
}

export function findOwnFeed(db: Db, userId: string, id: string): Promise<FeedRow | null> {
  return maybeOne(
    db,
    sql<FeedRow>`select ${columns} from private_feeds f join creators c on c.id = f.creator_id
      where f.id = ${id} and f.user_id = ${userId}`,
  )
}

export async function countFeeds(db: Db, userId: string, creatorId: string): Promise<number> {
  const { count } = await one(
    db,
    sql<{ count: number }>`select count(*)::integer as count from private_feeds
      where user_id = ${userId} and creator_id = ${creatorId}`,
  )
  return count
}

/** Feeds of one person are made one after another, so that their number is right. */
export async function lockOwner(db: Db, userId: string): Promise<void> {
  await run(db, sql`select from users where id = ${userId} for no key update`)
}

export async function insertFeed(
  db: Db,
  feed: { id: string; userId: string; creatorId: string; label: string; tokenHash: Buffer; createdAt: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into private_feeds (id, user_id, creator_id, label, token_hash, created_at)
      values (${feed.id}, ${feed.userId}, ${feed.creatorId}, ${feed.label}, ${feed.tokenHash}, ${feed.createdAt})`,
  )
}

export async function updateTokenHash(db: Db, id: string, tokenHash: Buffer): Promise<void> {
  await run(db, sql`update private_feeds set token_hash = ${tokenHash} where id = ${id}`)
}

export async function deleteFeed(db: Db, id: string): Promise<void> {
  await run(db, sql`delete from private_feeds where id = ${id}`)
}

/** The feeds of a person, and of the page they had. */
export async function eraseFeeds(db: Db, userId: string): Promise<void> {
  await run(
    db,
    sql`delete from private_feeds where id in (
      select id from private_feeds where user_id = ${userId}
      union all
      select f.id from creators c join private_feeds f on f.creator_id = c.id where c.user_id = ${userId})`,
  )
}

export interface OpenFeed {
  userId: string
  creatorId: string
  handle: string
}

const feedByToken = prepared<OpenFeed, { tokenHash: Buffer }>(
  'feed-by-token',
  ({ tokenHash }) => sql<OpenFeed>`select f.user_id as "userId", f.creator_id as "creatorId", c.handle
    from private_feeds f join creators c on c.id = f.creator_id join users u on u.id = f.user_id
    where f.token_hash = ${tokenHash} and u.status = 'active' and ${isLivePageSql}
      and (not c.is_adult or u.sees_adult_pages or c.user_id = u.id)`,
)

/** The feed that a secret opens, while its owner's account and its page are there. */
export function findFeedByToken(db: Db, tokenHash: Buffer): Promise<OpenFeed | null> {
  return maybeOne(db, feedByToken({ tokenHash }))
}

/** The ids of the pages that a person owns, follows or has access to now. */
function theirPagesSql(userId: string, now: Date) {
  return sql`select id from creators where user_id = ${userId}
    union select creator_id from follows where user_id = ${userId}
    union select s.creator_id from subscriptions s where s.member_id = ${userId} and ${hasAccessSql(now)}`
}

export async function mayHaveFeed(db: Db, userId: string, creatorId: string, now: Date): Promise<boolean> {
  const { isTheirs } = await one(
    db,
    sql<{ isTheirs: boolean }>`select ${creatorId}::uuid in (${theirPagesSql(userId, now)}) as "isTheirs"`,
  )
  return isTheirs
}

/** More than anyone chooses from. */
const PAGES_LISTED = sql.raw('500')

/** The pages that can have a private feed of this person, by name. */
export function listPagesForFeeds(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ handle: string; pageName: string }[]> {
  return many(
    db,
    sql<{ handle: string; pageName: string }>`select c.handle, c.page_name as "pageName" from creators c
      where c.id in (${theirPagesSql(userId, now)}) and ${isLivePageSql} and ${isListedForSql(userId)}
      order by lower(c.page_name), c.handle limit ${PAGES_LISTED}`,
  )
}
