import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'

interface CollectionForPost {
  id: string
  title: string
  postCount: number
  isIn: boolean
}

/** Which of its page's collections a post is in; at most 50 of them, each counted by its index. */
export function listCollectionsForPost(
  db: Db,
  { id, creatorId }: { id: string; creatorId: string },
): Promise<CollectionForPost[]> {
  return many(
    db,
    sql<CollectionForPost>`select k.id, k.title,
        (select count(*)::integer from collection_posts held where held.collection_id = k.id) as "postCount",
        exists (select from collection_posts held
          where held.collection_id = k.id and held.post_id = ${id}) as "isIn"
      from collections k where k.creator_id = ${creatorId} order by k.created_at desc, k.id desc`,
  )
}

export async function isPostIn(db: Db, collectionId: string, postId: string): Promise<boolean> {
  const { isIn } = await one(
    db,
    sql<{ isIn: boolean }>`select exists (select from collection_posts
      where collection_id = ${collectionId} and post_id = ${postId}) as "isIn"`,
  )
  return isIn
}

export async function countPostsIn(db: Db, collectionId: string): Promise<number> {
  const { count } = await one(
    db,
    sql<{ count: number }>`select count(*)::integer as count from collection_posts
      where collection_id = ${collectionId}`,
  )
  return count
}

/** At the end. Call it with the page's collections locked. */
export async function appendPost(db: Db, collectionId: string, postId: string): Promise<void> {
  await run(
    db,
    sql`insert into collection_posts (collection_id, post_id, position)
      values (${collectionId}, ${postId}, (select coalesce(max(position), 0) + 1 from collection_posts
        where collection_id = ${collectionId}))`,
  )
}

export async function removePost(db: Db, collectionId: string, postId: string): Promise<void> {
  await run(
    db,
    sql`delete from collection_posts where collection_id = ${collectionId} and post_id = ${postId}`,
  )
}
