import { type Db, many, sql } from '#server/platform/db/query.ts'

/** How many posts each of these pages has published; pages with none are missing. */
export async function countPublishedPosts(
  db: Db,
  creatorIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await many(
    db,
    sql<{ creatorId: string; posts: number }>`select p.creator_id as "creatorId", count(*)::integer as posts
      from posts p where p.creator_id = any(${[...creatorIds]}::uuid[]) and post_is_published(p)
      group by p.creator_id`,
  )
  return new Map(rows.map(({ creatorId, posts }) => [creatorId, posts]))
}
