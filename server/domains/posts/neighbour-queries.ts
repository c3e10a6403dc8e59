import type { RawBuilder } from 'kysely'

import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

import { canReadPostSql, heldPlansSql, type Reader } from './access.ts'
import { beginningSql, openBeginningSql } from './html-queries.ts'

export interface NeighbourRow {
  id: string
  slug: string | null
  title: string | null
  /** How it begins, as far as it may be read; null: it has a title, or nothing of it may be read. */
  html: string | null
  publishedAt: Date
}

interface Place {
  creatorId: string
  id: string
  publishedAt: Date
}

function neighbourSql(reader: Reader, at: Place, found: RawBuilder<unknown>): RawBuilder<NeighbourRow> {
  return sql<NeighbourRow>`with ${heldPlansSql(reader, at.creatorId)},
    neighbour as materialized (select p.id from posts p
      where p.creator_id = ${at.creatorId} and post_is_published(p) and ${found} limit 1)
    select p.id, p.slug, p.title, p.published_at as "publishedAt",
      case when p.title is not null then null when ${canReadPostSql(reader)} then ${beginningSql}
        else ${openBeginningSql} end as html
    from neighbour join posts p on p.id = neighbour.id join creators c on c.id = p.creator_id`
}

/** The post of a page that went out last before another. */
export function findPrevious(db: Db, reader: Reader, at: Place): Promise<NeighbourRow | null> {
  const found = sql`(p.published_at, p.id) < (${at.publishedAt}, ${at.id}::uuid)
    order by p.published_at desc, p.id desc`
  return maybeOne(db, neighbourSql(reader, at, found))
}

/** The one that went out first after it. */
export function findNext(db: Db, reader: Reader, at: Place): Promise<NeighbourRow | null> {
  const found = sql`(p.published_at, p.id) > (${at.publishedAt}, ${at.id}::uuid)
    order by p.published_at, p.id`
  return maybeOne(db, neighbourSql(reader, at, found))
}
