import { type Db, many, sql } from '#server/platform/db/query.ts'

/** How many posts each of these pages has published; pages with none are missing. */
export async function countPublishedPosts(
  db: Db,
  creatorIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await many(
    db,
    sql<{ creatorId: string; posts: number }>`select creator_id as "creatorId", sum(posts)::integer as posts
      from post_counts where creator_id = any(${[...creatorIds]}::uuid[]) and is_out
      group by creator_id having sum(posts) > 0`,
  )
  return new Map(rows.map(({ creatorId, posts }) => [creatorId, posts]))
}
