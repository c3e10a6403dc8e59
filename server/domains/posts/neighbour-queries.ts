import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

export interface NeighbourRow {
  id: string
  slug: string | null
  title: string | null
  publishedAt: Date
}

interface Place {
  creatorId: string
  id: string
  publishedAt: Date
}

const columns = sql`p.id, p.slug, p.title, p.published_at as "publishedAt"`

/** The post of a page that went out last before another. */
export function findPrevious(db: Db, at: Place): Promise<NeighbourRow | null> {
  return maybeOne(
    db,
    sql<NeighbourRow>`select ${columns} from posts p
      where p.creator_id = ${at.creatorId} and (p.published_at, p.id) < (${at.publishedAt}, ${at.id}::uuid)
        and post_is_published(p)
      order by p.published_at desc, p.id desc limit 1`,
  )
}

/** The one that went out first after it. */
export function findNext(db: Db, at: Place): Promise<NeighbourRow | null> {
  return maybeOne(
    db,
    sql<NeighbourRow>`select ${columns} from posts p
      where p.creator_id = ${at.creatorId} and (p.published_at, p.id) > (${at.publishedAt}, ${at.id}::uuid)
        and post_is_published(p)
      order by p.published_at, p.id limit 1`,
  )
}
