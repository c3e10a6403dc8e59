import { type Db, many, run, sql } from '#server/platform/db/query.ts'

export interface Sharing {
  creatorId: string
  email: boolean
  lastSeen: boolean
}

export function listSharing(db: Db, memberId: string): Promise<(Sharing & { handle: string })[]> {
  return many(
    db,
    sql<Sharing & { handle: string }>`select s.creator_id as "creatorId", c.handle, s.shares_email as email,
        s.shares_last_seen as "lastSeen"
      from member_sharing s join creators c on c.id = s.creator_id where s.member_id = ${memberId}
      order by s.creator_id`,
  )
}

export async function saveSharing(
  db: Db,
  memberId: string,
  { creatorId, email, lastSeen }: Sharing,
  now: Date,
): Promise<void> {
  await run(
    db,
    sql`insert into member_sharing (member_id, creator_id, shares_email, shares_last_seen, changed_at)
      values (${memberId}, ${creatorId}, ${email}, ${lastSeen}, ${now})
      on conflict (member_id, creator_id) do update set shares_email = excluded.shares_email,
        shares_last_seen = excluded.shares_last_seen, changed_at = excluded.changed_at`,
  )
}

/** What two people shared with each other's pages. */
export async function deleteSharingBetween(db: Db, userId: string, otherId: string): Promise<void> {
  await run(
    db,
    sql`delete from member_sharing s using creators c where c.id = s.creator_id
      and ((s.member_id = ${userId} and c.user_id = ${otherId})
        or (s.member_id = ${otherId} and c.user_id = ${userId}))`,
  )
}

/** What a person shared, and what others shared with their page. */
export async function eraseSharing(db: Db, userId: string): Promise<void> {
  await run(
    db,
    sql`delete from member_sharing where (member_id, creator_id) in (
      select member_id, creator_id from member_sharing where member_id = ${userId}
      union all
      select s.member_id, s.creator_id from creators c join member_sharing s on s.creator_id = c.id
        where c.user_id = ${userId})`,
  )
}
