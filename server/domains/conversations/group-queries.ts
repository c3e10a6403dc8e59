import { type Db, run, sql } from '#server/platform/db/query.ts'

export async function storeName(db: Db, id: string, name: string): Promise<void> {
  await run(db, sql`update conversations set name = ${name} where id = ${id}`)
}

export async function storeOwner(db: Db, id: string, ownerId: string | null): Promise<void> {
  await run(db, sql`update conversations set owner_id = ${ownerId} where id = ${id}`)
}

/** Puts a group into the list of somebody who came into it; there is nothing yet for them to read. */
export async function storeJoined(db: Db, id: string, userId: string, now: Date): Promise<void> {
  await run(
    db,
    sql`update participants set last_at = ${now} where conversation_id = ${id} and user_id = ${userId}`,
  )
}
