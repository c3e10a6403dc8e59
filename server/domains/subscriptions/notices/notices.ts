import type { Db } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { type NoticeKind, noticeDue } from '../events.ts'
import { markNoticed, noteNotice } from './notice-queries.ts'

/** Notifies a member about a subscription, once for each occasion. */
export async function giveNotice(
  db: Db,
  notice: { subscriptionId: string; kind: NoticeKind; about: Date; now: Date },
): Promise<void> {
  const { subscriptionId, kind, now } = notice
  if (await noteNotice(db, notice)) await emit(db, noticeDue, { subscriptionId, kind }, now)
  await markNoticed(db, notice)
}
