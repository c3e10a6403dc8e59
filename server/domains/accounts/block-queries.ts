import { type Db, many, maybeOne, one, prepared, run, sql } from '#server/platform/db/query.ts'

import { isKeptApartSql, isLivePageSql } from './access.ts'

/** Returns whether it was written; false when it existed. */
export async function insertBlock(
  db: Db,
  block: { blockerId: string; blockedId: string; createdAt: Date },
): Promise<boolean> {
  const written = await run(
    db,
    sql`insert into blocks (blocker_id, blocked_id, created_at)
      values (${block.blockerId}, ${block.blockedId}, ${block.createdAt}) on conflict do nothing`,
  )
  return written > 0
}

export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<void> {
  await run(db, sql`delete from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}`)
}

/** Whether one of two people has blocked the other; either way they are kept apart. */
export async function isBlockedBetween(db: Db, userId: string, otherId: string): Promise<boolean> {
  const row = await one(
    db,
    sql<{ isBlocked: boolean }>`select ${isKeptApartSql(sql`${userId}`, sql`${otherId}`)} as "isBlocked"`,
  )
  return row.isBlocked
}

/** Everyone who blocked a person, or whom they blocked. */
export async function listKeptApart(db: Db, userId: string): Promise<ReadonlySet<string>> {
  const rows = await many(
    db,
    sql<{ id: string }>`select blocked_id as id from blocks where blocker_id = ${userId}
      union select blocker_id from blocks where blocked_id = ${userId}`,
  )
  return new Set(rows.map(({ id }) => id))
}

const blockOfOne = prepared<{ hasBlocked: boolean }, { blockerId: string; blockedId: string }>(
  'has-blocked',
  ({ blockerId, blockedId }) => sql<{ hasBlocked: boolean }>`select exists (select from blocks
    where blocker_id = ${blockerId} and blocked_id = ${blockedId}) as "hasBlocked"`,
)

/** Whether the first has blocked the second. */
export async function hasBlocked(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  return (await one(db, blockOfOne({ blockerId, blockedId }))).hasBlocked
}

export interface BlockedRow {
  id: string
  name: string
  profileImage: string | null
  pageName: string | null
  pageHandle: string | null
  pageImage: string | null
  blockedAt: Date
}

/** Their pages belong to a later domain; a block is mostly about one, so it is shown with it. */
export function listBlocked(
  db: Db,
  blockerId: string,
  { afterId = null, limit = null }: { afterId?: string | null; limit?: number | null } = {},
): Promise<BlockedRow[]> {
  return many(
    db,
    sql<BlockedRow>`select u.id, u.name, u.profile_image as "profileImage", c.page_name as "pageName",
        c.handle as "pageHandle", c.profile_image as "pageImage", b.created_at as "blockedAt"
      from blocks b join users u on u.id = b.blocked_id
        left join creators c on c.user_id = u.id and ${isLivePageSql}
      where b.blocker_id = ${blockerId} and (${afterId}::uuid is null or (b.created_at, b.blocked_id) < (
          select last.created_at, last.blocked_id from blocks last
            where last.blocker_id = ${blockerId} and last.blocked_id = ${afterId}::uuid))
      order by b.created_at desc, b.blocked_id desc limit ${limit}::integer`,
  )
}

/** The owner of a visible page; pages belong to a later domain. */
export async function findPageOwnerId(db: Db, handle: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ userId: string }>`select c.user_id as "userId" from creators c
      where lower(c.handle) = lower(${handle}) and ${isLivePageSql}`,
  )
  return row?.userId ?? null
}
