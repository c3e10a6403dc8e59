import { type Db, many, sql } from '#server/platform/db/query.ts'

export function listOwnPlans(db: Db, creatorId: string) {
  return many(
    db,
    sql<{
      name: string
      description: string
      priceCents: number
      currency: string
      createdAt: Date
    }>`select name, description, price_cents as "priceCents", currency,
        created_at as "createdAt" from plans where creator_id = ${creatorId} order by id`,
  )
}
