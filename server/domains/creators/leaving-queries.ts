import { type Db, one, run, sql } from '#server/platform/db/query.ts'

/** Handles ignore case, so the hash does. */
function hashOf(handle: string) {
  return sql`sha256(convert_to(lower(${handle}), 'UTF8'))`
}

/** Keeps a handle from ever being taken again, without keeping it. */
export async function retireHandle(db: Db, handle: string, now: Date): Promise<void> {
  await run(
    db,
    sql`insert into retired_handles (handle_hash, retired_at) values (${hashOf(handle)}, ${now})
      on conflict do nothing`,
  )
}

export async function isRetiredHandle(db: Db, handle: string): Promise<boolean> {
  const row = await one(
    db,
    sql<{ isRetired: boolean }>`select exists (select from retired_handles
      where handle_hash = ${hashOf(handle)}) as "isRetired"`,
  )
  return row.isRetired
}

/** Leaves the row that payments reference, and nothing that identifies its owner. */
export async function eraseCreator(db: Db, id: string, now: Date): Promise<void> {
  await run(db, sql`delete from creator_topics where creator_id = ${id}`)
  await run(
    db,
    sql`update creators set page_name = 'A former creator', handle = 'former-' || right(id::text, 12), headline = '',
        banner_title = '', banner_subtitle = '', profile_image = null, banner_image = null,
        about = '', links = '{}', shows_counts = false, age_confirmed_at = null,
        hidden_at = coalesce(hidden_at, ${now}::timestamptz)
      where id = ${id}`,
  )
}
