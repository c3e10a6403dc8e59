import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

/** A published post, as it is kept when somebody reports it. */
interface ReportablePost {
  id: string
  creatorId: string
  ownerId: string
  title: string | null
  teaser: string | null
  html: string
  publishedAt: Date
}

const columns = sql`p.id, p.creator_id as "creatorId", c.user_id as "ownerId", p.title, p.teaser,
  p.html, coalesce(p.published_at, p.created_at) as "publishedAt"`

/** One that anyone can come across: a locked one shows its title and teaser. */
export function findListedPost(db: Db, postId: string): Promise<ReportablePost | null> {
  return maybeOne(
    db,
    sql<ReportablePost>`select ${columns} from posts p join creators c on c.id = p.creator_id
      where p.id = ${postId} and post_is_published(p) and ${isLivePageSql}`,
  )
}

/** Returns whose page it is on; null: it is so already, or there is no such post. */
export async function storeWithheld(db: Db, postId: string, withheldAt: Date | null): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ creatorId: string }>`update posts set withheld_at = ${withheldAt}
      where id = ${postId} and deleted_at is null and (withheld_at is null) = ${withheldAt !== null}::boolean
      returning creator_id as "creatorId"`,
  )
  return row?.creatorId ?? null
}
