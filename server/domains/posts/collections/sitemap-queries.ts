import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

/** Of collections `k` and their pages `c`: search engines may know them, and there is something in them to read. */
const isIndexedSql = sql`c.has_collections and c.unlisted_until is null and not c.is_adult and ${isLivePageSql}
  and exists (select from collection_posts held join posts p on p.id = held.post_id
    where held.collection_id = k.id and post_is_published(p))`

/** The first id of each batch of collections that search engines may know. */
export async function listCollectionBatches(db: Db, batchSize: number): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from
        (select k.id, row_number() over (order by k.id) - 1 as position
          from collections k join creators c on c.id = k.creator_id where ${isIndexedSql}) as listed
      where position % ${batchSize}::integer = 0 order by id`,
  )
  return rows.map(({ id }) => id)
}

export interface ListedCollection {
  handle: string
  slug: string
  changedAt: Date
}

/** A batch, by the id it begins with. A collection changes with its posts. */
export function listSitemapCollections(
  db: Db,
  firstId: string,
  batchSize: number,
): Promise<ListedCollection[]> {
  return many(
    db,
    sql<ListedCollection>`select c.handle, k.slug, coalesce((select max(p.published_at)
        from collection_posts held join posts p on p.id = held.post_id
        where held.collection_id = k.id and post_is_published(p)), k.created_at) as "changedAt"
      from collections k join creators c on c.id = k.creator_id
      where ${isIndexedSql} and k.id >= ${firstId}::uuid order by k.id limit ${batchSize}`,
  )
}
