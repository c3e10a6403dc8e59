import { channelFailures } from '#contract/channels/failures.ts'
import {
  type MessageAct,
  type MessageState,
  PINS_MAX,
  REPORTER_MIN_DAYS,
  REPORTS_TO_HOLD,
} from '#contract/channels/rules.ts'
import { platformFailures } from '#contract/http/route.ts'
import { getOffice, getSettings } from '#server/domains/moderation/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { mayJudge } from './access.ts'
import { messageJudged } from './events.ts'
import { findMessage, findMessageById, type MessageRow } from './message-queries.ts'
import { getPlace, type Place } from './places.ts'
import { lockChannel } from './queries.ts'
import { changeStates, deletePin, insertPin, insertReport, listPinnedSeqs } from './state-queries.ts'
import { tellOfMessage } from './tell.ts'
import { announce, announceHeld } from './announce.ts'

/** What an act makes of a message, and of which ones. */
const JUDGEMENTS = {
  hide: { from: ['visible', 'held'], to: 'hidden' },
  restore: { from: ['hidden'], to: 'visible' },
  remove: { from: ['visible', 'held', 'hidden'], to: 'removed' },
  approve: { from: ['held'], to: 'visible' },
} as const satisfies Record<string, { from: readonly MessageState[]; to: MessageState }>

interface Act {
  seq: number
  act: MessageAct
  reason: string
}

/**
 * Does what a moderator decided about a message. Repeated, it changes nothing. Throws `message_not_found`,
 * `message_state_wrong`, `message_of_operator`, `message_pins_full`, and `forbidden` for what only the creator judges.
 */
export async function actOn(db: Db, place: Place, { seq, act, reason }: Act, now: Date): Promise<MessageRow> {
  const { channel } = place
  await lockChannel(db, channel.id)
  const row = await findMessage(db, channel.id, seq)
  if (!row || row.state === 'deleted') throw new Failure(channelFailures.message_not_found)
  if (act === 'pin' || act === 'unpin') await pin(db, row, act, now)
  else await judge(db, place, row, { act, reason }, now)
  return reload(db, row.id)
}

async function judge(
  db: Db,
  { office, channel, reader }: Place,
  row: MessageRow,
  { act, reason }: { act: keyof typeof JUDGEMENTS; reason: string },
  now: Date,
): Promise<void> {
  const { from, to } = JUDGEMENTS[act]
  if (row.state === to) return
  if (channel.creatorId === null) throw new Failure(channelFailures.message_not_found)
  if (row.cause === 'operator') throw new Failure(channelFailures.message_of_operator)
  if (!mayJudge(office, await getOffice(db, channel.creatorId, row.authorId)))
    throw new Failure(platformFailures.forbidden)
  if (!from.some((state) => state === row.state)) throw new Failure(channelFailures.message_state_wrong)
  const isBack = to === 'visible'
  await changeStates(db, [row.id], {
    state: to,
    cause: isBack ? null : 'moderator',
    reason: isBack ? '' : reason,
    ...(isBack && { approvedAt: now }),
  })
  const { id: messageId, channelId, authorId } = row
  const by = { byId: reader.viewerId, reason }
  await emit(db, messageJudged, { messageId, channelId, authorId, act, at: now.toISOString(), ...by }, now)
  if (act === 'approve') await announce(db, await reload(db, row.id), now)
  else await tellOfMessage(db, 'message.changed', row.id, now)
}

async function pin(db: Db, row: MessageRow, act: 'pin' | 'unpin', now: Date): Promise<void> {
  const { channelId, seq } = row
  if (row.isPinned === (act === 'pin')) return
  if (act === 'unpin') await deletePin(db, channelId, seq)
  else {
    if (row.state !== 'visible') throw new Failure(channelFailures.message_state_wrong)
    if ((await listPinnedSeqs(db, channelId)).length >= PINS_MAX)
      throw new Failure(channelFailures.message_pins_full)
    await insertPin(db, { channelId, seq, now })
  }
  await tellOfMessage(db, 'message.changed', row.id, now)
}

async function reload(db: Db, id: string): Promise<MessageRow> {
  const row = await findMessageById(db, id)
  if (!row) throw new Failure(channelFailures.message_not_found)
  return row
}

/**
 * Notes that somebody who can read a message reported it. The third report that counts holds it, unless its page doesn't
 * want that or a moderator has let it stand. `isCounted`: the reporter's word counts; that they have been here long
 * enough is checked here. Throws `channel_not_found`, `message_not_found`.
 */
export async function reportMessage(
  db: Db,
  report: { channelId: string; seq: number; reporterId: string; isCounted: boolean },
  now: Date,
): Promise<{ messageId: string; isHeld: boolean }> {
  const { channelId, seq, reporterId, isCounted } = report
  await getPlace(db, { channelId, viewerId: reporterId, now })
  await lockChannel(db, channelId)
  const row = await findMessage(db, channelId, seq)
  if (!row || row.state === 'deleted') throw new Failure(channelFailures.message_not_found)
  const oldSince = new Date(now.getTime() - REPORTER_MIN_DAYS * 86_400_000)
  const count = await insertReport(db, { channelId, seq, userId: reporterId, isCounted, oldSince, now })
  const isToHold = row.state === 'visible' && !row.isApproved && count >= REPORTS_TO_HOLD
  if (row.creatorId === null || !isToHold || !(await getSettings(db, row.creatorId)).autoHide)
    return { messageId: row.id, isHeld: row.state === 'held' }
  await holdMessage(db, row, now)
  return { messageId: row.id, isHeld: true }
}

/** Takes a message out of sight because of reports, until somebody looks at it. */
async function holdMessage(db: Db, row: MessageRow, now: Date): Promise<void> {
  await changeStates(db, [row.id], { state: 'held', cause: 'reports', reason: '' })
  await announceHeld(db, row, now)
  await tellOfMessage(db, 'message.changed', row.id, now)
}
