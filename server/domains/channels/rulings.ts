import type { Db } from '#server/platform/db/query.ts'

import { mayReadText } from './access.ts'
import { actOn } from './acts.ts'
import {
  findMessage,
  findMessageById,
  findSeenMessage,
  listAround,
  type MessageRow,
} from './message-queries.ts'
import { findPlace, getPlace } from './places.ts'
import { lockChannel } from './queries.ts'
import { changeStates } from './state-queries.ts'
import { tellOfMessage } from './tell.ts'

/* What is decided about reported messages. The order of a page is kept in acts.ts; the operator's word stands above it. */

export type { MessageRow } from './message-queries.ts'

interface Asked {
  messageId: string
  viewerId: string
  now: Date
}

/** A message that somebody can read now; null: for them there is none to report. */
export async function findReportable(
  db: Db,
  { messageId, viewerId, now }: Asked,
): Promise<MessageRow | null> {
  const row = await findMessageById(db, messageId)
  const place = row && (await findPlace(db, { channelId: row.channelId, viewerId, now }))
  const seen = place && (await findSeenMessage(db, place.reader, row.channelId, row.seq))
  return seen && mayReadText(seen, place.reader) ? seen : null
}

/** A message and its neighbours, in their order. */
export function listContext(
  db: Db,
  { channelId, seq }: Pick<MessageRow, 'channelId' | 'seq'>,
  each: number,
): Promise<MessageRow[]> {
  return listAround(db, { channelId, seq, each })
}

/**
 * Does what a moderator decided about a reported message; `keep` lets it stand, also if reports had held it. Throws
 * `channel_not_found`, `message_not_found`, `forbidden` for what only the creator judges, and `message_of_operator`.
 */
export async function judgeReported(
  db: Db,
  given: { channelId: string; seq: number; judgeId: string; act: 'keep' | 'hide' | 'remove'; reason: string },
  now: Date,
): Promise<void> {
  const { channelId, seq, judgeId, act, reason } = given
  const place = await getPlace(db, { channelId, viewerId: judgeId, now })
  if (act !== 'keep') {
    await actOn(db, place, { seq, act, reason }, now)
    return
  }
  const row = await findMessage(db, channelId, seq)
  if (row?.state === 'held') await actOn(db, place, { seq, act: 'approve', reason: '' }, now)
}

/**
 * What the operator does to a message: holds it until somebody decides, releases what they or reports held, hides or
 * removes it, or shows it again whoever took it away.
 */
const RULINGS = {
  hold: 'held',
  release: 'visible',
  hide: 'hidden',
  remove: 'removed',
  restore: 'visible',
} as const
type Ruling = keyof typeof RULINGS

/** Whether a message is in a state that the ruling is about. */
function isOpenTo(ruling: Ruling, { state, cause }: MessageRow): boolean {
  if (state === 'deleted') return false
  if (ruling === 'hold') return state === 'visible' || (state === 'held' && cause !== 'operator')
  if (ruling === 'release') return state === 'held' && (cause === 'operator' || cause === 'reports')
  if (ruling === 'restore') return state !== 'visible'
  return state !== RULINGS[ruling] || cause !== 'operator'
}

/**
 * The operator's decision about a message, which nobody on its page changes. Its author reads the reason. A message that
 * was deleted stays so. Returns whether anything changed.
 */
export async function overruleMessage(
  db: Db,
  { messageId, ruling, reason }: { messageId: string; ruling: Ruling; reason: string },
  now: Date,
): Promise<boolean> {
  const known = await findMessageById(db, messageId)
  if (!known) return false
  await lockChannel(db, known.channelId)
  const row = await findMessageById(db, messageId)
  if (!row || !isOpenTo(ruling, row)) return false
  const state = RULINGS[ruling]
  const isBack = state === 'visible'
  await changeStates(db, [messageId], {
    state,
    cause: isBack ? null : 'operator',
    reason: isBack ? '' : reason,
    ...(isBack && { approvedAt: now }),
  })
  await tellOfMessage(db, 'message.changed', messageId, now)
  return true
}
