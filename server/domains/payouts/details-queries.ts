import type { PayoutMethod } from '#contract/payouts/details.ts'
import { type Db, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

export interface DetailsRow {
  creatorId: string
  method: PayoutMethod
  encrypted: Buffer
  hint: string
  changedAt: Date
  heldUntil: Date | null
}

export function findDetails(db: Db, creatorId: string): Promise<DetailsRow | null> {
  return maybeOne(
    db,
    sql<DetailsRow>`select creator_id as "creatorId", method, encrypted_details as encrypted, hint, changed_at as "changedAt",
        held_until as "heldUntil"
      from payout_details where creator_id = ${creatorId}`,
  )
}

export async function saveDetails(db: Db, row: DetailsRow): Promise<void> {
  await run(
    db,
    sql`insert into payout_details (creator_id, method, encrypted_details, hint, changed_at, held_until)
      values (${row.creatorId}, ${row.method}, ${row.encrypted}, ${row.hint}, ${row.changedAt}, ${row.heldUntil})
      on conflict (creator_id) do update set method = excluded.method, encrypted_details = excluded.encrypted_details,
        hint = excluded.hint, changed_at = excluded.changed_at, held_until = excluded.held_until`,
  )
}

/** Holds what is stored about where a user's page is paid, until then at least. */
export async function extendHold(db: Db, creatorId: string, until: Date): Promise<void> {
  await run(
    db,
    sql`update payout_details set held_until = greatest(held_until, ${until}) where creator_id = ${creatorId}`,
  )
}

/** The page of a user; null if there is none. */
export async function findCreatorOfUser(db: Db, userId: string): Promise<string | null> {
  const row = await maybeOne(db, sql<{ id: string }>`select id from creators where user_id = ${userId}`)
  return row?.id ?? null
}

/** Code that changes where or whether a creator is paid locks this first. */
export async function lockCreator(db: Db, creatorId: string): Promise<void> {
  await one(db, sql<{ id: string }>`select id from creators where id = ${creatorId} for update`)
}

/** The user is erased, so the details in their finished payouts go too; amounts and dates stay. */
export async function eraseSettledPayoutDetails(db: Db, userId: string): Promise<void> {
  await run(
    db,
    sql`update payouts p set encrypted_details = '', details_hint = '' from creators c
      where c.id = p.creator_id and c.user_id = ${userId} and p.status in ('paid', 'failed', 'reversed')`,
  )
}
