import type { RawBuilder } from 'kysely'

import { type Db, many, prepared, run, sql } from '#server/platform/db/query.ts'

import type { Reader } from '../access.ts'
import { beginningSql } from '../html-queries.ts'
import {
  columnsOf,
  listedColumnsSql,
  listedPostsSql,
  listedTablesSql,
  type PostRow,
} from '../listed-post-queries.ts'
import { isShownSql, type Page } from '../queries.ts'
import type { PostState } from '../writing/draft-queries.ts'

export interface CollectionRow {
  id: string
  creatorId: string
  ownerId: string
  handle: string
  slug: string
  title: string
  description: string
  /** Posts that are out, locked ones included. */
  postCount: number
  /** The public cover of the first of them that has one. */
  coverId: string | null
}

/** What is out of some collections: of one, or of all of a page, whose posts are then read at once and not by their ids. */
function outOf(collections: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select held.collection_id, count(*)::integer as posts,
      (array_agg(p.cover_id order by held.position) filter (where p.cover_id is not null))[1] as cover_id
    from collections k join collection_posts held on held.collection_id = k.id
      join posts p on p.id = held.post_id and p.creator_id = k.creator_id
    where ${collections} and post_is_published(p) group by held.collection_id`
}

function listCollections(db: Db, which: RawBuilder<unknown>): Promise<CollectionRow[]> {
  return many(
    db,
    sql<CollectionRow>`with out as materialized (${outOf(which)})
      select k.id, k.creator_id as "creatorId", c.user_id as "ownerId", c.handle, k.slug, k.title, k.description,
        coalesce(out.posts, 0) as "postCount", out.cover_id as "coverId"
      from collections k join creators c on c.id = k.creator_id left join out on out.collection_id = k.id
      where ${which} order by k.created_at desc, k.id desc`,
  )
}

/** The collections of a page, the newest first; at most 50, of 500 posts each. */
export async function listCollectionsOf(
  db: Db,
  { creatorId, withEmpty }: { creatorId: string; withEmpty: boolean },
): Promise<CollectionRow[]> {
  const rows = await listCollections(db, sql`k.creator_id = ${creatorId}`)
  return withEmpty ? rows : rows.filter(({ postCount }) => postCount > 0)
}

export async function findCollection(db: Db, id: string): Promise<CollectionRow | null> {
  return (await listCollections(db, sql`k.id = ${id}`))[0] ?? null
}

export async function findCollectionAt(
  db: Db,
  { creatorId, slug }: { creatorId: string; slug: string },
): Promise<CollectionRow | null> {
  return (await listCollections(db, sql`k.creator_id = ${creatorId} and k.slug = ${slug}`))[0] ?? null
}

const postsOfCollection = prepared<PostRow, Reader & Page & { id: string; creatorId: string }>(
  'posts-of-collection',
  (given) => sql<PostRow>`with ${listedPostsSql(
    given,
    sql`select ${listedColumnsSql}, held.position as place
      from posts p join creators c on c.id = p.creator_id
        join collection_posts held on held.post_id = p.id and held.collection_id = ${given.id}
      where ${isShownSql(given)} and (${given.beforeId}::uuid is null or held.position > (
          select seen.position from collection_posts seen
          where seen.collection_id = ${given.id} and seen.post_id = ${given.beforeId}::uuid))
      order by held.position limit ${given.limit}`,
    given.creatorId,
  )}
    select ${columnsOf('excerpt')} from ${listedTablesSql} order by listed.place`,
)

/** In the collection's order. A post seen last that has since been taken out ends the list. */
export function listPostsOfCollection(
  db: Db,
  reader: Reader,
  { id, creatorId }: Pick<CollectionRow, 'id' | 'creatorId'>,
  page: Page,
): Promise<PostRow[]> {
  return many(db, postsOfCollection({ viewerId: reader.viewerId, now: reader.now, id, creatorId, ...page }))
}

export interface ArrangedRow {
  id: string
  state: PostState
  title: string | null
  html: string
  publishedAt: Date | null
}

/** All of its posts for the creator, in its order. */
export function listArrangedPosts(db: Db, id: string): Promise<ArrangedRow[]> {
  return many(
    db,
    sql<ArrangedRow>`select p.id, p.state, p.title, ${beginningSql} as html,
        p.published_at as "publishedAt"
      from collection_posts held join posts p on p.id = held.post_id
      where held.collection_id = ${id} and p.deleted_at is null order by held.position`,
  )
}

/** The collections that a post is in, by title. */
export function listCollectionsOfPost(db: Db, postId: string): Promise<{ slug: string; title: string }[]> {
  return many(
    db,
    sql<{ slug: string; title: string }>`select k.slug, k.title from collection_posts held
        join collections k on k.id = held.collection_id
      where held.post_id = ${postId} order by k.title, k.id`,
  )
}

/** Changes of a page's collections happen one after another: addresses and limits depend on all of them. */
export async function lockCollections(db: Db, creatorId: string): Promise<string[]> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`collections of ${creatorId}`}, 0))`)
  const rows = await many(
    db,
    sql<{ slug: string }>`select slug from collections where creator_id = ${creatorId}`,
  )
  return rows.map(({ slug }) => slug)
}

export async function insertCollection(
  db: Db,
  given: { id: string; creatorId: string; slug: string; title: string; description: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into collections (id, creator_id, slug, title, description, created_at)
      values (${given.id}, ${given.creatorId}, ${given.slug}, ${given.title}, ${given.description}, ${given.now})`,
  )
}

export async function renameCollection(
  db: Db,
  { id, title, description }: { id: string; title: string; description: string },
): Promise<void> {
  await run(db, sql`update collections set title = ${title}, description = ${description} where id = ${id}`)
}

/** Puts exactly these posts in, in this order. Returns how many of them are posts of that page. */
export async function replacePosts(
  db: Db,
  { id, creatorId, postIds }: { id: string; creatorId: string; postIds: readonly string[] },
): Promise<number> {
  await run(db, sql`delete from collection_posts where collection_id = ${id}`)
  const put = await many(
    db,
    sql`insert into collection_posts (collection_id, post_id, position)
      select ${id}, p.id, given.place from unnest(${[...postIds]}::uuid[]) with ordinality given (post_id, place)
        join posts p on p.id = given.post_id
      where p.creator_id = ${creatorId} and p.deleted_at is null returning post_id`,
  )
  return put.length
}

/** Its posts stay. */
export async function removeCollection(db: Db, id: string): Promise<void> {
  await run(db, sql`delete from collections where id = ${id}`)
}

export async function deleteCollectionsOfCreator(db: Db, creatorId: string): Promise<void> {
  await run(db, sql`delete from collections where creator_id = ${creatorId}`)
}

/** Everything a creator collected, for themselves. */
export function listOwnCollections(
  db: Db,
  creatorId: string,
): Promise<{ title: string; description: string; posts: (string | null)[] }[]> {
  return many(
    db,
    sql<{ title: string; description: string; posts: (string | null)[] }>`select k.title, k.description,
        array(select p.title from collection_posts held join posts p on p.id = held.post_id
          where held.collection_id = k.id and p.deleted_at is null order by held.position) as posts
      from collections k where k.creator_id = ${creatorId} order by k.created_at, k.id`,
  )
}
