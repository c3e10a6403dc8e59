import type { NotificationPreferences } from '#contract/notifications/routes.ts'
import type { Db } from '#server/platform/db/query.ts'

import { findPreferences, savePreferences } from './queries.ts'

/** Service mails are on until turned off; marketing is off until chosen. The columns' defaults say the same. */
const DEFAULTS: NotificationPreferences = {
  replies: true,
  creatorUpdates: true,
  productUpdates: false,
  newsletter: false,
  offers: false,
}

/** The mails a user wants, chosen or by default. */
export async function getPreferences(db: Db, userId: string): Promise<NotificationPreferences> {
  return (await findPreferences(db, userId)) ?? DEFAULTS
}

/** Changes the given settings; the rest stays, even when another tab changes it at the same time. */
export async function changePreferences(
  db: Db,
  userId: string,
  changes: { [Topic in keyof NotificationPreferences]?: boolean | undefined },
  now: Date,
): Promise<NotificationPreferences> {
  await savePreferences(db, userId, { changes, defaults: DEFAULTS, now })
  return getPreferences(db, userId)
}
