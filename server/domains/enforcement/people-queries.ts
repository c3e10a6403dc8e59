import { type Db, maybeOne, one, sql } from '#server/platform/db/query.ts'

/** Somebody who is here: activated, not erased, not suspended. */
export function findActivePerson(db: Db, userId: string): Promise<{ name: string } | null> {
  return maybeOne(
    db,
    sql<{ name: string }>`select name from users
      where id = ${userId} and erased_at is null and email_verified_at is not null and status = 'active'`,
  )
}

export interface Addressee {
  name: string
  email: string
  isSuspended: boolean
}

/** Somebody to write to; null: they left. */
export function findAddressee(db: Db, userId: string): Promise<Addressee | null> {
  return maybeOne(
    db,
    sql<Addressee>`select name, email, status = 'suspended' as "isSuspended" from users
      where id = ${userId} and erased_at is null`,
  )
}

/** Whether somebody has a part in a case: it concerns them or their page, or they reported it. */
export async function hasPartIn(db: Db, caseId: string, userId: string): Promise<boolean> {
  const { hasPart } = await one(
    db,
    sql<{ hasPart: boolean }>`select exists (select from cases k left join creators c on c.id = k.creator_id
        where k.id = ${caseId} and (k.concerned_id = ${userId} or c.user_id = ${userId}))
      or exists (select from reports r where r.case_id = ${caseId} and r.reporter_id = ${userId}) as "hasPart"`,
  )
  return hasPart
}
