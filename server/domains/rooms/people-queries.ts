import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

export async function insertExclusion(db: Db, roomId: string, userId: string, now: Date): Promise<void> {
  await run(
    db,
    sql`insert into exclusions (room_id, user_id, excluded_at) values (${roomId}, ${userId}, ${now})
      on conflict do nothing`,
  )
}

export async function deleteExclusion(db: Db, roomId: string, userId: string): Promise<void> {
  await run(db, sql`delete from exclusions where room_id = ${roomId} and user_id = ${userId}`)
}

export interface ExcludedRow {
  id: string
  name: string
  profileImage: string | null
  excludedAt: Date
}

/** The latest first. */
export function listExcluded(
  db: Db,
  { roomId, beforeId, limit }: { roomId: string; beforeId: string | null; limit: number },
): Promise<ExcludedRow[]> {
  return many(
    db,
    sql<ExcludedRow>`select u.id, u.name, u.profile_image as "profileImage", x.excluded_at as "excludedAt"
      from exclusions x join users u on u.id = x.user_id
      where x.room_id = ${roomId} and u.erased_at is null and (${beforeId}::uuid is null or (x.excluded_at, x.user_id) < (
        select seen.excluded_at, seen.user_id from exclusions seen
        where seen.room_id = ${roomId} and seen.user_id = ${beforeId}::uuid))
      order by x.excluded_at desc, x.user_id desc limit ${limit}`,
  )
}

/** What people accept before they write in a page's rooms; null: nothing. */
export async function findRules(db: Db, creatorId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ body: string }>`select body from community_rules where creator_id = ${creatorId}`,
  )
  return row?.body ?? null
}

export async function storeRules(db: Db, creatorId: string, rules: string): Promise<void> {
  await run(
    db,
    rules === ''
      ? sql`delete from community_rules where creator_id = ${creatorId}`
      : sql`insert into community_rules (creator_id, body) values (${creatorId}, ${rules})
          on conflict (creator_id) do update set body = excluded.body`,
  )
}

export async function hasAccepted(db: Db, userId: string, creatorId: string): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql`select from accepted_rules where user_id = ${userId} and creator_id = ${creatorId}`,
  )
  return row !== null
}

export async function insertAccepted(db: Db, userId: string, creatorId: string, now: Date): Promise<void> {
  await run(
    db,
    sql`insert into accepted_rules (user_id, creator_id, accepted_at) values (${userId}, ${creatorId}, ${now})
      on conflict do nothing`,
  )
}

/** Communities whose rules a person accepted, by the page's handle. */
export function listOwnAccepted(db: Db, userId: string): Promise<{ page: string; at: Date }[]> {
  return many(
    db,
    sql<{ page: string; at: Date }>`select c.handle as page, a.accepted_at as at
      from accepted_rules a join creators c on c.id = a.creator_id where a.user_id = ${userId} order by a.accepted_at`,
  )
}

/** Rooms that a person was excluded from. */
export function listOwnExclusions(
  db: Db,
  userId: string,
): Promise<{ page: string; room: string; at: Date }[]> {
  return many(
    db,
    sql<{ page: string; room: string; at: Date }>`select c.handle as page, r.name as room, x.excluded_at as at
      from exclusions x join rooms r on r.id = x.room_id join creators c on c.id = r.creator_id
      where x.user_id = ${userId} order by x.excluded_at`,
  )
}

/** Everything a creator set up, for themselves. */
export function listOwnRooms(db: Db, creatorId: string): Promise<{ name: string; topic: string }[]> {
  return many(
    db,
    sql<{ name: string; topic: string }>`select name, topic from rooms where creator_id = ${creatorId}
      order by position, id`,
  )
}

/** What is kept about a person, and the rooms of their page; what others wrote there stays theirs. */
export async function eraseRooms(db: Db, userId: string, creatorId: string | null): Promise<void> {
  await run(db, sql`delete from exclusions where user_id = ${userId}`)
  await run(db, sql`delete from accepted_rules where user_id = ${userId} or creator_id = ${creatorId}::uuid`)
  await run(db, sql`delete from community_rules where creator_id = ${creatorId}::uuid`)
  await run(db, sql`delete from rooms where creator_id = ${creatorId}::uuid`)
}
