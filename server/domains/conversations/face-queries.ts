import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

import type { ReachableRow } from './people-queries.ts'

/** A person as they appear in a conversation of a page, or of none. */
export function findFace(db: Db, userId: string, creatorId: string | null): Promise<ReachableRow | null> {
  return maybeOne(
    db,
    sql<ReachableRow>`select u.id, coalesce(page.page_name, u.name) as name,
        case when page.id is null then u.profile_image else page.profile_image end as "profileImage",
        page.handle as "pageHandle"
      from users u left join creators page on page.id = ${creatorId}::uuid and page.user_id = u.id
      where u.id = ${userId}`,
  )
}
