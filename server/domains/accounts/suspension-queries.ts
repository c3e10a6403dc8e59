import { formsOfAddress } from '#contract/mail-addresses.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

import { isSuspendedOwnerSql } from './access.ts'

/** The account a staff command is about. */
export interface SuspectRow {
  id: string
  name: string
  username: string
  email: string
  status: 'active' | 'suspended'
  /** Their page, which belongs to a later domain; null where they have none. */
  creatorId: string | null
  pageName: string | null
  handle: string | null
}

const columns = sql`u.id, u.name, u.username, u.email, u.status, c.id as "creatorId",
  c.page_name as "pageName", c.handle`

const tables = sql`users u left join creators c on c.user_id = u.id`

/** By the e-mail address of the account. */
export function findSuspectByEmail(db: Db, email: string): Promise<SuspectRow | null> {
  return maybeOne(
    db,
    sql<SuspectRow>`select ${columns} from ${tables} where u.email = any(${formsOfAddress(email)}::text[])
      order by u.email_verified_at is null limit 1`,
  )
}

/** By the handle of their page, which ignores case. */
export function findSuspectByHandle(db: Db, handle: string): Promise<SuspectRow | null> {
  return maybeOne(
    db,
    sql<SuspectRow>`select ${columns} from ${tables} where lower(c.handle) = lower(${handle})`,
  )
}

/**
 * Suspending and reinstating lock the account first: two simultaneous commands run one after the other. Null for an
 * account that is erased.
 */
export function lockSuspect(db: Db, id: string): Promise<SuspectRow | null> {
  return maybeOne(
    db,
    sql<SuspectRow>`select ${columns} from ${tables} where u.id = ${id} and u.erased_at is null for update of u`,
  )
}

export async function setAccountStatus(db: Db, id: string, status: SuspectRow['status']): Promise<void> {
  await run(db, sql`update users set status = ${status} where id = ${id}`)
}

export async function insertSuspension(
  db: Db,
  suspension: { id: string; userId: string; now: Date; reason: string; by: string },
): Promise<void> {
  await run(
    db,
    sql`insert into account_suspensions (id, user_id, suspended_at, reason, suspended_by)
      values (${suspension.id}, ${suspension.userId}, ${suspension.now}, ${suspension.reason}, ${suspension.by})`,
  )
}

export async function closeSuspension(
  db: Db,
  userId: string,
  end: { now: Date; reason: string; by: string },
): Promise<void> {
  await run(
    db,
    sql`update account_suspensions set reinstated_at = ${end.now}, reinstatement_reason = ${end.reason},
        reinstated_by = ${end.by}
      where user_id = ${userId} and reinstated_at is null`,
  )
}

export interface SuspensionRow {
  id: string
  suspendedAt: Date
  reason: string
  suspendedBy: string
  reinstatedAt: Date | null
  reinstatementReason: string | null
  reinstatedBy: string | null
}

/** Every suspension of an account, the newest first. */
export function listSuspensions(db: Db, userId: string): Promise<SuspensionRow[]> {
  return many(
    db,
    sql<SuspensionRow>`select id, suspended_at as "suspendedAt", reason, suspended_by as "suspendedBy",
        reinstated_at as "reinstatedAt", reinstatement_reason as "reinstatementReason",
        reinstated_by as "reinstatedBy"
      from account_suspensions where user_id = ${userId} order by suspended_at desc, id desc`,
  )
}

/** Whether the account with this address is suspended. */
export async function isSuspendedAddress(db: Db, address: string): Promise<boolean> {
  const row = await one(
    db,
    sql<{ isSuspended: boolean }>`select exists (select from users
      where email = any(${formsOfAddress(address)}::text[]) and status = 'suspended') as "isSuspended"`,
  )
  return row.isSuspended
}

/** Whether a public picture in the store shows a suspended user, or the page of one. */
export async function isPictureOfSuspended(db: Db, key: string): Promise<boolean> {
  const row = await one(
    db,
    sql<{ isTheirs: boolean }>`select exists (
        select from users u where u.profile_image = ${key} and u.status = 'suspended')
      or exists (select from creators c
        where (c.profile_image = ${key} or c.banner_image = ${key}) and ${isSuspendedOwnerSql}) as "isTheirs"`,
  )
  return row.isTheirs
}

/** The reason of a suspension may name someone; the fact of it stays. */
export async function eraseSuspensionReasons(db: Db, userId: string): Promise<void> {
  await run(
    db,
    sql`update account_suspensions set reason = '',
        reinstatement_reason = case when reinstated_at is not null then '' end
      where user_id = ${userId}`,
  )
}
