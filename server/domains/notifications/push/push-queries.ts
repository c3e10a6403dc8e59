import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

export interface DeviceRow {
  id: string
  userId: string
  endpoint: string
  p256dh: string
  auth: string
}

/** One at a time, so that their number holds. */
export async function countDevices(db: Db, userId: string, besides: string): Promise<number> {
  await run(db, sql`select from users where id = ${userId} for update`)
  const { count } = await one(
    db,
    sql<{ count: number }>`select count(*)::integer as count from push_devices
      where user_id = ${userId} and endpoint <> ${besides}`,
  )
  return count
}

/** A browser belongs to whoever signed in with it last. */
export async function saveDevice(
  db: Db,
  device: DeviceRow & { sessionId: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into push_devices (id, user_id, session_id, endpoint, p256dh, auth, added_at)
      values (${device.id}, ${device.userId}, ${device.sessionId}, ${device.endpoint}, ${device.p256dh}, ${device.auth}, ${device.now})
      on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
        p256dh = excluded.p256dh, auth = excluded.auth, failures = 0, added_at = excluded.added_at`,
  )
}

export async function deleteDevice(
  db: Db,
  { userId, endpoint }: { userId: string; endpoint: string },
): Promise<void> {
  await run(db, sql`delete from push_devices where user_id = ${userId} and endpoint = ${endpoint}`)
}

export async function deleteGoneDevice(db: Db, id: string): Promise<void> {
  await run(db, sql`delete from push_devices where id = ${id}`)
}

/** Counts a refusal; a device that is refused again and again is given up. */
export async function noteRefusal(db: Db, id: string, givenUpAfter: number): Promise<void> {
  await run(db, sql`update push_devices set failures = failures + 1 where id = ${id}`)
  await run(db, sql`delete from push_devices where id = ${id} and failures >= ${givenUpAfter}`)
}

export async function noteDelivered(db: Db, id: string): Promise<void> {
  await run(db, sql`update push_devices set failures = 0 where id = ${id} and failures > 0`)
}

export async function listDeviceIds(db: Db, userId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from push_devices where user_id = ${userId} order by id`,
  )
  return rows.map(({ id }) => id)
}

export function findDevice(db: Db, id: string): Promise<DeviceRow | null> {
  return maybeOne(
    db,
    sql<DeviceRow>`select id, user_id as "userId", endpoint, p256dh, auth from push_devices where id = ${id}`,
  )
}

export function findStoredKeys(db: Db): Promise<{ publicKey: string; encryptedPrivateKey: Buffer } | null> {
  return maybeOne(
    db,
    sql<{ publicKey: string; encryptedPrivateKey: Buffer }>`select public_key as "publicKey",
        encrypted_private_key as "encryptedPrivateKey" from push_keys`,
  )
}

/** Only the first pair stays: browsers are bound to it. */
export async function insertKeys(
  db: Db,
  keys: { publicKey: string; encryptedPrivateKey: Buffer },
): Promise<void> {
  await run(
    db,
    sql`insert into push_keys (public_key, encrypted_private_key)
      values (${keys.publicKey}, ${keys.encryptedPrivateKey}) on conflict do nothing`,
  )
}

/** When browsers were let to receive pushes, for their person. */
export function listOwnDevices(db: Db, userId: string): Promise<{ service: string; addedAt: Date }[]> {
  return many(
    db,
    sql<{ service: string; addedAt: Date }>`select substring(endpoint from '^https?://([^/:]+)') as service,
        added_at as "addedAt" from push_devices where user_id = ${userId} order by added_at`,
  )
}

export async function deleteDevices(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from push_devices where user_id = ${userId}`)
}
