import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

export interface OwnNotifications {
  replies: boolean
  creatorUpdates: boolean
  productUpdates: boolean
  newsletter: boolean
  offers: boolean
}

export function findOwnNotifications(db: Db, userId: string): Promise<OwnNotifications | null> {
  return maybeOne(
    db,
    sql<OwnNotifications>`select replies, creator_updates as "creatorUpdates", product_updates as "productUpdates",
        newsletter, offers from notification_preferences where user_id = ${userId}`,
  )
}
