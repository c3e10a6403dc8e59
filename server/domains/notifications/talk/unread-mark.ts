import type { MessageState } from '#contract/channels/rules.ts'
import { NOTICE_KINDS, type NoticeKind } from '#contract/notifications/kinds.ts'
import type { Db } from '#server/platform/db/query.ts'

import type { QueuedNotice } from '../queued-notice.ts'
import { findReadFacts, findUnreadRow } from './talk-queries.ts'

/** What a message has to be for the news about it to be true still. */
const STILL: Partial<Record<NoticeKind, MessageState>> = {
  replied: 'visible',
  mentioned: 'visible',
  messaged: 'visible',
  message_requested: 'visible',
  announced: 'visible',
  commented: 'visible',
  message_held: 'held',
  message_hidden: 'hidden',
  message_removed: 'removed',
  message_restored: 'visible',
  message_approved: 'visible',
  approval_waits: 'held',
}

/**
 * Names the mail about a message that somebody has not seen yet, so that they get one until they have; null: they have,
 * or it is no longer so.
 */
export async function findUnreadMark(
  db: Db,
  { userId, kind, groupKey, target, occasion }: QueuedNotice,
  hasBell: boolean,
): Promise<string | null> {
  if (target === null) return null
  if (kind === 'report_waits' || kind === 'report_answered') {
    const rowId = await findUnreadRow(db, { userId, groupKey })
    return hasBell && rowId === null ? null : `mail:${rowId ?? occasion}`
  }
  // Decisions about somebody are mailed with their reasons by the domain that makes them.
  const facts = await findReadFacts(db, { userId, messageId: target, groupKey })
  if (!facts || facts.state !== STILL[kind] || (hasBell && facts.rowId === null)) return null
  const topic = NOTICE_KINDS[kind]
  if (topic !== 'replies' && topic !== 'comments' && topic !== 'messages')
    return `mail:${facts.rowId ?? occasion}`
  return facts.isRead ? null : `mail:talk:${facts.channelId}:${facts.readSeq}`
}
