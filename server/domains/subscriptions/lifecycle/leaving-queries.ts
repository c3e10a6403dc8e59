import type { LeavingReason } from '#contract/subscriptions/leaving.ts'
import { type Db, run, sql } from '#server/platform/db/query.ts'

import type { SubscriptionRow } from '../queries.ts'

/** Keeps why a member leaves; another answer replaces the first. */
export async function saveLeavingReason(
  db: Db,
  { id, creatorId }: Pick<SubscriptionRow, 'id' | 'creatorId'>,
  reason: LeavingReason,
  now: Date,
): Promise<void> {
  await run(
    db,
    sql`insert into leaving_reasons (subscription_id, creator_id, reason, given_at)
      values (${id}, ${creatorId}, ${reason}, ${now})
      on conflict (subscription_id) do update set reason = excluded.reason, given_at = excluded.given_at`,
  )
}

/** The member stays after all. */
export async function deleteLeavingReason(db: Db, id: string): Promise<void> {
  await run(db, sql`delete from leaving_reasons where subscription_id = ${id}`)
}

/** What a member answered about all the memberships they left. */
export async function eraseLeavingReasons(db: Db, memberId: string): Promise<void> {
  await run(
    db,
    sql`delete from leaving_reasons r using subscriptions s
      where s.id = r.subscription_id and s.member_id = ${memberId}`,
  )
}
