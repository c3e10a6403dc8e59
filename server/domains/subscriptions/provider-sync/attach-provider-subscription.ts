import type { Db } from '#server/platform/db/query.ts'

import { lockChange } from '../changes/change-queries.ts'
import { lockSubscription } from '../queries.ts'
import { enqueueCancelAtProvider, enqueueCancelReplaced } from './provider-jobs.ts'
import { type OrderIntent, setProviderSubscription } from './provider-queries.ts'

/** The note that ties a subscription at the provider to ours, or to a change of it. */
export const INTENT_NOTE = 'cheers_subscription_id'

/** Whether Cheers made it: others may use the same account. */
export function isOursAtProvider(notes: Readonly<Record<string, string>>): boolean {
  return notes[INTENT_NOTE] !== undefined
}

/**
 * Stores what the provider made for an intent. An order that came too late is cancelled there: its intent was given up
 * while the provider was busy, or another order was stored for it.
 */
export async function attachProviderSubscription(
  db: Db,
  intent: OrderIntent,
  provider: { id: string; pageUrl: string | null },
): Promise<void> {
  const { table, id } = intent
  const subscription = table === 'subscriptions' ? await lockSubscription(db, id) : null
  const change = table === 'subscription_changes' ? await lockChange(db, id) : null
  const keptId = await setProviderSubscription(db, intent, provider)
  if (keptId !== provider.id || (change && change.status !== 'open'))
    await enqueueCancelReplaced(db, provider.id)
  else if (subscription && subscription.status !== 'pending') await enqueueCancelAtProvider(db, id)
}
