import { maySeeSql } from '#server/domains/audiences/service.ts'
import { heldPlansSql } from '#server/domains/posts/service.ts'
import { hasAccessSql } from '#server/domains/subscriptions/service.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** The audience that is told of a post when it goes out; null: nobody is, as its creator chose. */
export async function findAudienceOfPost(db: Db, postId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select audience_id as id from posts where id = ${postId} and is_mailed`,
  )
  return row?.id ?? null
}

export interface Candidate {
  id: string
  mayRead: boolean
}

/**
 * Members and followers of the page that an audience belongs to, by their ids, and whether it is open to them now: at
 * most `limit` of those after the given one. The owner is none of them.
 */
export function listCandidates(
  db: Db,
  { audienceId, after, limit, now }: { audienceId: string; after: string | null; limit: number; now: Date },
): Promise<Candidate[]> {
  const isAfterSql = (id: string) => sql`(${after}::uuid is null or ${sql.ref(id)} > ${after}::uuid)`
  const reader = { viewerId: sql`person.id`, now }
  const asked = { audienceId: sql`a.id`, creatorId: sql`a.creator_id`, ownerId: sql`c.user_id` }
  return many(
    db,
    sql<Candidate>`select person.id, access.may_read as "mayRead"
      from audiences a join creators c on c.id = a.creator_id
        cross join lateral (
          (select distinct s.member_id as id from subscriptions s
            where s.creator_id = a.creator_id and ${isAfterSql('s.member_id')} and ${hasAccessSql(now)}
            order by id limit ${limit})
          union
          (select f.user_id from follows f
            where f.creator_id = a.creator_id and ${isAfterSql('f.user_id')} and f.user_id <> c.user_id
            order by f.user_id limit ${limit})
          order by id limit ${limit}) person
        cross join lateral (with ${heldPlansSql(reader, asked.creatorId)}
          select ${maySeeSql(reader, asked)} as may_read) access
      where a.id = ${audienceId} order by person.id`,
  )
}

/** The newest posts with an audience, or one post, if a person was neither told of them nor opened them yet. */
export async function listUntoldPosts(
  db: Db,
  { userId, limit, ...of }: { userId: string; limit: number } & ({ audienceId: string } | { postId: string }),
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select p.id from posts p
      where ${'postId' in of ? sql`p.id = ${of.postId}` : sql`p.audience_id = ${of.audienceId}`}
        and p.deleted_at is null and p.state = 'published' and post_is_published(p) and p.is_mailed
        and not exists (select from post_deliveries told where told.post_id = p.id and told.user_id = ${userId})
        and not exists (select from post_openings o where o.post_id = p.id and o.member_id = ${userId})
      order by p.published_at desc, p.id desc limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Notes that a person is told of posts; returns of how many they weren't told before. */
export function insertDeliveries(
  db: Db,
  { postIds, userId, now }: { postIds: readonly string[]; userId: string; now: Date },
): Promise<number> {
  return run(
    db,
    sql`insert into post_deliveries (post_id, user_id, told_at)
      select post_id, ${userId}, ${now} from unnest(${[...postIds]}::uuid[]) post_id order by post_id
      on conflict do nothing`,
  )
}

/** What a person was told of. */
export async function deleteDeliveries(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from post_deliveries where user_id = ${userId}`)
}
