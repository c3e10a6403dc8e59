import { channelFailures } from '#contract/channels/failures.ts'
import { EDIT_HOURS } from '#contract/channels/rules.ts'
import { discardMedium } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import { judgeText, readMentions } from './judge-text.ts'
import { findMessage, findMessageById, type MessageRow, storeWording } from './message-queries.ts'
import { getAuthorFacts } from './people-queries.ts'
import { checkWriting, type Place } from './places.ts'
import { lockChannel } from './queries.ts'
import { changeStates, emptyMessages } from './state-queries.ts'
import { tellOfMessage } from './tell.ts'
import { announceHeld } from './announce.ts'

/** A message by its author. For everyone else there is none: throws `message_not_found`. */
async function getOwn(db: Db, channelId: string, seq: number, authorId: string): Promise<MessageRow> {
  const row = await findMessage(db, channelId, seq)
  if (row?.authorId !== authorId || row.state === 'deleted')
    throw new Failure(channelFailures.message_not_found)
  return row
}

/** Changes the text of an own message; the earlier wording is kept. It is judged as if it were new. */
export async function editMessage(
  db: Db,
  place: Place,
  { seq, authorId, body }: { seq: number; authorId: string; body: string },
  now: Date,
): Promise<MessageRow> {
  const { channel } = place
  await lockChannel(db, channel.id)
  const row = await getOwn(db, channel.id, seq, authorId)
  if (row.state !== 'visible' && row.state !== 'held') throw new Failure(channelFailures.message_not_found)
  if (now.getTime() - row.createdAt.getTime() > EDIT_HOURS * 3_600_000)
    throw new Failure(channelFailures.edit_over)
  const { settings } = await checkWriting(db, place, now)
  if (body === '' && row.mediaIds.length === 0) throw new Failure(channelFailures.message_empty)
  if (body === row.body) return row
  const { creatorId } = channel
  const facts = await getAuthorFacts(db, { userId: authorId, channelId: channel.id, creatorId, now })
  // Their first message is this very one.
  const cause = await judgeText(db, place, {
    body,
    authorId,
    facts: { ...facts, isKnown: true },
    settings,
    now,
  })
  const mentions = await readMentions(db, place, { body, authorId, now })
  await storeWording(db, { id: row.id, body, mentions, now })
  const isHeldNow = cause !== null && row.state === 'visible'
  if (isHeldNow) await changeStates(db, [row.id], { state: 'held', cause, reason: '' })
  if (row.state === 'visible') await tellOfMessage(db, 'message.changed', row.id, now)
  const edited = await findMessageById(db, row.id)
  if (!edited) throw new Failure(channelFailures.message_not_found)
  if (isHeldNow) await announceHeld(db, edited, now)
  return edited
}

/** Deletes an own message, wherever it stands and whatever its author may still do there. */
export async function deleteMessage(
  db: Db,
  { channelId, seq, authorId }: { channelId: string; seq: number; authorId: string },
  now: Date,
): Promise<void> {
  await lockChannel(db, channelId)
  const { id, state } = await getOwn(db, channelId, seq, authorId)
  await deleteMessages(db, [id])
  if (state === 'visible') await tellOfMessage(db, 'message.changed', id, now)
}

/** Nothing of them is kept but their places. */
export async function deleteMessages(db: Db, ids: readonly string[]): Promise<void> {
  await changeStates(db, ids, { state: 'deleted', cause: null, reason: '' })
  for (const mediaId of await emptyMessages(db, ids)) await discardMedium(db, mediaId)
}
