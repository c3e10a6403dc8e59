import { isForEveryoneSql } from '#server/domains/audiences/service.ts'
import { type Db, run, sql } from '#server/platform/db/query.ts'

export interface Opening {
  postId: string
  memberId: string
  at: Date
}

/**
 * Records when members last opened others' posts behind a plan. The refund rule needs to know whether that was after a
 * payment, and the last time answers it.
 */
export async function upsertOpenings(db: Db, openings: readonly Opening[]): Promise<void> {
  await run(
    db,
    sql`insert into post_openings (post_id, member_id, opened_at, first_opened_at)
      select p.id, u.id, given.opened_at, given.opened_at
      from unnest(${openings.map(({ postId }) => postId)}::uuid[], ${openings.map(({ memberId }) => memberId)}::uuid[],
          ${openings.map(({ at }) => at)}::timestamptz[]) as given (post_id, member_id, opened_at)
        join posts p on p.id = given.post_id join creators c on c.id = p.creator_id
        join users u on u.id = given.member_id
      where not ${isForEveryoneSql(sql`given.opened_at`, sql`p.audience_id`)} and c.user_id <> u.id and u.status = 'active'
      order by u.id, p.id
      on conflict (member_id, post_id) do update
        set opened_at = greatest(post_openings.opened_at, excluded.opened_at)`,
  )
}

/** The posts a member opened. */
export async function eraseOpenings(db: Db, memberId: string): Promise<void> {
  await run(db, sql`delete from post_openings where member_id = ${memberId}`)
}
