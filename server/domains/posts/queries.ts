import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

import { canReadPostSql } from './access.ts'

export interface PostRow {
  id: string
  creatorId: string
  ownerId: string
  handle: string
  pageName: string
  profileImage: string | null
  planId: string | null
  planName: string | null
  planPriceCents: number | null
  /** null: the viewer may not read it. */
  html: string | null
  /** How long it is, which may be told. */
  characterCount: number
  createdAt: Date
}

interface Reader {
  viewerId: string | null
  now: Date
}

function columns({ viewerId, now }: Reader) {
  return sql`p.id, p.creator_id as "creatorId", c.user_id as "ownerId", c.handle, c.page_name as "pageName",
    c.profile_image as "profileImage", p.plan_id as "planId", pp.name as "planName",
    pp.price_cents as "planPriceCents", case when ${canReadPostSql(viewerId, now)} then p.html end as html,
    length(p.html) as "characterCount", p.created_at as "createdAt"`
}

const tables = sql`posts p join creators c on c.id = p.creator_id left join plans pp on pp.id = p.plan_id`

interface Page {
  beforeId: string | null
  limit: number
}

/** Newest first, of everybody; pages with adult content are left out. */
export function listRecentPosts(db: Db, reader: Reader, page: Page): Promise<PostRow[]> {
  return many(
    db,
    sql<PostRow>`select ${columns(reader)} from ${tables}
      where p.deleted_at is null and not c.is_adult
        and (${page.beforeId}::uuid is null or p.id < ${page.beforeId}::uuid)
      order by p.id desc limit ${page.limit}`,
  )
}

export function listPostsOfCreator(
  db: Db,
  reader: Reader,
  creatorId: string,
  page: Page,
): Promise<PostRow[]> {
  return many(
    db,
    sql<PostRow>`select ${columns(reader)} from ${tables}
      where p.creator_id = ${creatorId} and p.deleted_at is null
        and (${page.beforeId}::uuid is null or p.id < ${page.beforeId}::uuid)
      order by p.id desc limit ${page.limit}`,
  )
}

export function findPost(db: Db, reader: Reader, id: string): Promise<PostRow | null> {
  return maybeOne(
    db,
    sql<PostRow>`select ${columns(reader)} from ${tables} where p.id = ${id} and p.deleted_at is null`,
  )
}

export async function insertPost(
  db: Db,
  post: {
    id: string
    creatorId: string
    planId: string | null
    blocks: unknown
    html: string
    createdAt: Date
  },
): Promise<void> {
  await run(
    db,
    sql`insert into posts (id, creator_id, plan_id, blocks, html, created_at)
      values (${post.id}, ${post.creatorId}, ${post.planId},
        ${post.blocks === null ? null : JSON.stringify(post.blocks)}::jsonb, ${post.html}, ${post.createdAt})`,
  )
}

export async function markPostDeleted(db: Db, id: string, now: Date): Promise<void> {
  await run(db, sql`update posts set deleted_at = ${now} where id = ${id} and deleted_at is null`)
}
