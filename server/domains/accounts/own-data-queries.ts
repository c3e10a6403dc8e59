import { type Db, many, one, sql } from '#server/platform/db/query.ts'

export function getOwnAccount(db: Db, userId: string) {
  return one(
    db,
    sql<{ createdAt: Date; ageConfirmedAt: Date | null }>`select created_at as "createdAt",
        age_confirmed_at as "ageConfirmedAt" from users where id = ${userId}`,
  )
}

export function listOwnIdentities(db: Db, userId: string) {
  return many(
    db,
    sql<{ issuer: string; connectedAt: Date }>`select issuer, created_at as "connectedAt" from user_identities
      where user_id = ${userId} order by created_at`,
  )
}
