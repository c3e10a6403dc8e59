import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

export interface FactorRow {
  id: string
  kind: 'app' | 'passkey'
  label: string
  createdAt: Date
  lastUsedAt: Date | null
  isSynced: boolean
  /** The host a passkey is bound to; null for an app. */
  host: string | null
}

const factorColumns = sql`f.id, f.kind, f.label, f.created_at as "createdAt", f.last_used_at as "lastUsedAt",
  f.is_synced as "isSynced", f.host`

/** A user's second factors, the oldest first. */
export function listFactors(db: Db, userId: string): Promise<FactorRow[]> {
  return many(
    db,
    sql<FactorRow>`select ${factorColumns} from second_factors f
      where f.user_id = ${userId} and f.confirmed_at is not null order by f.id`,
  )
}

export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const row = await one(
    db,
    sql<{ isThere: boolean }>`select exists (select from second_factors
      where user_id = ${userId} and confirmed_at is not null) as "isThere"`,
  )
  return row.isThere
}

/** Whether it was there, and of this user. */
export async function saveLabel(db: Db, userId: string, id: string, label: string): Promise<boolean> {
  const renamed = await run(
    db,
    sql`update second_factors set label = ${label}
      where id = ${id} and user_id = ${userId} and confirmed_at is not null`,
  )
  return renamed > 0
}

/** The kind of the factor that is gone; null if there was none. */
export async function deleteFactor(db: Db, userId: string, id: string): Promise<FactorRow['kind'] | null> {
  const row = await maybeOne(
    db,
    sql<{ kind: FactorRow['kind'] }>`delete from second_factors
      where id = ${id} and user_id = ${userId} and confirmed_at is not null returning kind`,
  )
  return row?.kind ?? null
}

/** All second factors of a user, and the codes that stand in for them. */
export async function deleteFactors(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from second_factors where user_id = ${userId}`)
  await deleteRecoveryCodes(db, userId)
}

/** An authenticator app before its first code; it replaces one that was begun before. */
export async function saveBegunApp(
  db: Db,
  app: { id: string; userId: string; encryptedSecret: Buffer; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into second_factors as f (id, user_id, kind, label, created_at, encrypted_secret)
      values (${app.id}, ${app.userId}, 'app', '', ${app.now}, ${app.encryptedSecret})
      on conflict (user_id) where confirmed_at is null do update set encrypted_secret = excluded.encrypted_secret,
        created_at = excluded.created_at`,
  )
}

export interface AppRow {
  id: string
  createdAt: Date
  encryptedSecret: Buffer
}

const appColumns = sql`id, created_at as "createdAt", encrypted_secret as "encryptedSecret"`

export function findBegunApp(db: Db, userId: string): Promise<AppRow | null> {
  return maybeOne(
    db,
    sql<AppRow>`select ${appColumns} from second_factors where user_id = ${userId} and confirmed_at is null`,
  )
}

export function findApp(db: Db, userId: string): Promise<AppRow | null> {
  return maybeOne(
    db,
    sql<AppRow>`select ${appColumns} from second_factors
      where user_id = ${userId} and kind = 'app' and confirmed_at is not null`,
  )
}

export async function confirmApp(
  db: Db,
  id: string,
  { step, now }: { step: number; now: Date },
): Promise<void> {
  await run(db, sql`update second_factors set confirmed_at = ${now}, last_step = ${step} where id = ${id}`)
}

/** Uses a code's 30 seconds up; false if that code, or a later one, was used before. */
export async function takeStep(
  db: Db,
  id: string,
  { step, now }: { step: number; now: Date },
): Promise<boolean> {
  const taken = await run(
    db,
    sql`update second_factors set last_step = ${step}, last_used_at = ${now}
      where id = ${id} and (last_step is null or last_step < ${step})`,
  )
  return taken > 0
}

export async function deleteBegunApps(db: Db, before: Date): Promise<void> {
  await run(db, sql`delete from second_factors where confirmed_at is null and created_at < ${before}`)
}

export async function saveRecoveryCodes(
  db: Db,
  userId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await deleteRecoveryCodes(db, userId)
  await run(
    db,
    sql`insert into recovery_codes (user_id, code_hash, created_at)
      select ${userId}, hash, ${now} from unnest(${hashes}::bytea[]) as hash`,
  )
}

export async function deleteRecoveryCodes(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from recovery_codes where user_id = ${userId}`)
}

/** Whether it was one of this user's, and not used before. */
export async function takeRecoveryCode(db: Db, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const taken = await run(
    db,
    sql`update recovery_codes set used_at = ${now}
      where user_id = ${userId} and code_hash = ${hash} and used_at is null`,
  )
  return taken > 0
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<{ all: number; left: number }> {
  return one(
    db,
    sql<{ all: number; left: number }>`select count(*)::integer as "all",
        (count(*) filter (where used_at is null))::integer as "left" from recovery_codes where user_id = ${userId}`,
  )
}

/** Apps whose secret is not under the present key; see `key-rotation.ts`. */
export function listOtherwiseEncrypted(
  db: Db,
  { header, afterId, limit }: { header: Buffer; afterId: string; limit: number },
): Promise<(AppRow & { userId: string })[]> {
  return many(
    db,
    sql<AppRow & { userId: string }>`select ${appColumns}, user_id as "userId" from second_factors
      where id > ${afterId}::uuid and kind = 'app'
        and substring(encrypted_secret from 1 for ${header.length}::integer) <> ${header}
      order by id limit ${limit}`,
  )
}

export async function replaceSecret(db: Db, app: AppRow, anew: Buffer): Promise<void> {
  await run(
    db,
    sql`update second_factors set encrypted_secret = ${anew}
      where id = ${app.id} and encrypted_secret = ${app.encryptedSecret}`,
  )
}
