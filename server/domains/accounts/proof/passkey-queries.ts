import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

export interface PasskeyRow {
  id: string
  userId: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
}

const columns = sql`id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
  counter::float8 as counter, transports`

/** A user's passkeys that work at this host, the oldest first. */
export function listPasskeys(db: Db, userId: string, host: string): Promise<PasskeyRow[]> {
  return many(
    db,
    sql<PasskeyRow>`select ${columns} from second_factors
      where user_id = ${userId} and kind = 'passkey' and host = ${host} order by id`,
  )
}

export function findPasskey(db: Db, credentialId: Buffer, host: string): Promise<PasskeyRow | null> {
  return maybeOne(
    db,
    sql<PasskeyRow>`select ${columns} from second_factors
      where credential_id = ${credentialId} and kind = 'passkey' and host = ${host}`,
  )
}

/** Whether it was written; false when the passkey is known already. */
export async function insertPasskey(
  db: Db,
  passkey: PasskeyRow & { label: string; isSynced: boolean; host: string; now: Date },
): Promise<boolean> {
  const written = await run(
    db,
    sql`insert into second_factors (id, user_id, kind, label, created_at, confirmed_at, credential_id, public_key,
        counter, transports, is_synced, host)
      values (${passkey.id}, ${passkey.userId}, 'passkey', ${passkey.label}, ${passkey.now}, ${passkey.now},
        ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter}, ${passkey.transports}::text[],
        ${passkey.isSynced}, ${passkey.host})
      on conflict (credential_id) do nothing`,
  )
  return written > 0
}

/**
 * Notes that a passkey signed, and how often it says it has. False when it has said so, or more, before: then there
 * are two of it. Passkeys that don't count always say 0.
 */
export async function countPasskey(
  db: Db,
  id: string,
  { counter, now }: { counter: number; now: Date },
): Promise<boolean> {
  const counted = await run(
    db,
    sql`update second_factors set counter = ${counter}, last_used_at = ${now}
      where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`,
  )
  return counted > 0
}

/** How many passkeys are bound to another host than this one, and one such host. */
export function countPasskeysElsewhere(
  db: Db,
  host: string,
): Promise<{ count: number; host: string | null }> {
  return one(
    db,
    sql<{ count: number; host: string | null }>`select count(*)::integer as count, min(host) as host
      from second_factors where kind = 'passkey' and host <> ${host}`,
  )
}
