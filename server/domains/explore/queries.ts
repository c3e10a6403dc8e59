import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

/** The first id of each batch of pages that search engines may know. */
export async function listSitemapBatches(db: Db, batchSize: number): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from
        (select c.id, row_number() over (order by c.id) - 1 as position from creators c
          where c.unlisted_until is null and not c.is_adult and ${isLivePageSql}) as pages
      where position % ${batchSize}::integer = 0 order by id`,
  )
  return rows.map(({ id }) => id)
}

export interface SitemapRow {
  handle: string
  changedAt: Date
}

/** A batch, by the id it begins with. A page changes with its posts. */
export function listSitemapPages(db: Db, firstId: string, batchSize: number): Promise<SitemapRow[]> {
  return many(
    db,
    sql<SitemapRow>`select c.handle, coalesce(
        (select p.published_at from posts p where p.creator_id = c.id and post_is_published(p)
          order by p.published_at desc limit 1),
        c.created_at) as "changedAt"
      from creators c where c.unlisted_until is null and not c.is_adult and ${isLivePageSql} and c.id >= ${firstId}::uuid order by c.id limit ${batchSize}`,
  )
}
