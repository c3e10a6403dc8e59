import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

import { canReadPostSql } from './access.ts'

/** Whether somebody may see a medium now: its post is there, has gone out, and they may read it. */
export async function mayReadMedium(
  db: Db,
  { mediaId, viewerId, now }: { mediaId: string; viewerId: string | null; now: Date },
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select p.id
      from posts p join creators c on c.id = p.creator_id join users u on u.id = c.user_id
        left join plans pp on pp.id = p.plan_id
      where p.media_id = ${mediaId} and p.deleted_at is null and c.hidden_at is null and not p.waits_for_media
        and u.status = 'active'
        and ${canReadPostSql(viewerId, now)}`,
  )
  return row !== null
}
