import { channelFailures } from '#contract/channels/failures.ts'
import { attachToMessage } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { messageHeld, messageWritten } from './events.ts'
import { isNewcomer, judgeText, readMentions } from './judge-text.ts'
import {
  findByClientKey,
  findMessage,
  findMessageById,
  findSeenMessage,
  insertMessage,
  lockAuthor,
  type MessageRow,
} from './message-queries.ts'
import { type AuthorFacts, getAuthorFacts } from './people-queries.ts'
import { checkWriting, type Place } from './places.ts'
import { insertChannel, storeMentions, storeReadSeq } from './queries.ts'
import { tellOf } from './tell.ts'

/** What new accounts may write in ten seconds and in ten minutes: a fifth of what others may (`routes.ts`). */
const NEWCOMERS_IN_TEN_SECONDS = 1
const NEWCOMERS_IN_TEN_MINUTES = 12

export interface Draft {
  authorId: string
  clientKey: string
  body: string
  /** What it replies to. */
  rootSeq: number | null
  /** Of their own, uploaded before. */
  mediaIds: readonly string[]
  /** A poll that it asks; the caller has made sure that they may. */
  pollId?: string
}

/**
 * Writes a message, or answers the one that is there with its key. Throws `may_not_write`, `message_empty`,
 * `message_not_found`, `slow_mode`, `newcomer_pace`, `word_refused`, `links_refused`, `newcomer_links`,
 * `too_many_mentions` and what is wrong with its media.
 */
export async function writeMessage(db: Db, place: Place, draft: Draft, now: Date): Promise<MessageRow> {
  const { channel } = place
  const { authorId } = draft
  await lockAuthor(db, authorId)
  const known = await findByClientKey(db, authorId, draft.clientKey)
  if (known) return ofThisChannel(known, channel.id)
  const { slowSeconds } = await checkWriting(db, place, now)
  if (draft.body === '' && draft.mediaIds.length === 0 && draft.pollId === undefined)
    throw new Failure(channelFailures.message_empty)
  const facts = await getAuthorFacts(db, {
    userId: authorId,
    channelId: channel.id,
    creatorId: channel.creatorId,
    now,
  })
  checkPace(place, facts, slowSeconds, now)
  const root = draft.rootSeq === null ? null : await getRoot(db, place, draft.rootSeq)
  const cause = await judgeText(db, place, { body: draft.body, authorId, facts, now })
  const mentions = await readMentions(db, place, { body: draft.body, authorId, now })
  const mediaIds = [...new Set(draft.mediaIds)]
  for (const mediaId of mediaIds) await attachToMessage(db, { id: authorId }, mediaId, now)
  await insertChannel(db, { ...channel, now })
  const id = newId(now)
  const seq = await insertMessage(db, {
    id,
    channelId: channel.id,
    authorId,
    creatorId: channel.creatorId,
    rootSeq: root?.seq ?? null,
    body: draft.body,
    mentions,
    state: cause === null ? 'visible' : 'held',
    cause,
    clientKey: draft.clientKey,
    mediaIds,
    pollId: draft.pollId ?? null,
    now,
  })
  await storeReadSeq(db, { channelId: channel.id, userId: authorId, seq })
  const written = await getWritten(db, id)
  if (cause === null) await announce(db, written, now)
  else await announceHeld(db, written, now)
  return written
}

/** A key is good for one channel. */
function ofThisChannel(row: MessageRow, channelId: string): MessageRow {
  if (row.channelId !== channelId) throw new Failure(channelFailures.message_not_found)
  return row
}

function checkPace(place: Place, facts: AuthorFacts, slowSeconds: number, now: Date): void {
  if (slowSeconds > 0 && facts.wroteHereAt !== null) {
    const leftMs = facts.wroteHereAt.getTime() + slowSeconds * 1000 - now.getTime()
    if (leftMs > 0)
      throw new Failure(channelFailures.slow_mode, { retryAfterSeconds: Math.ceil(leftMs / 1000) })
  }
  if (place.reader.mayModerate || !isNewcomer(facts, now)) return
  if (facts.inTenMinutes >= NEWCOMERS_IN_TEN_MINUTES)
    throw new Failure(channelFailures.newcomer_pace, { retryAfterSeconds: 60 })
  if (facts.lately >= NEWCOMERS_IN_TEN_SECONDS)
    throw new Failure(channelFailures.newcomer_pace, { retryAfterSeconds: 10 })
}

/** What a reply belongs to: one to a reply is one to its beginning. */
async function getRoot(db: Db, place: Place, seq: number): Promise<MessageRow> {
  const named = await findSeenMessage(db, place.reader, place.channel.id, seq)
  const root =
    named && named.rootSeq !== null
      ? await findSeenMessage(db, place.reader, place.channel.id, named.rootSeq)
      : named
  if (root?.state !== 'visible' || named?.state !== 'visible')
    throw new Failure(channelFailures.message_not_found)
  return root
}

async function getWritten(db: Db, id: string): Promise<MessageRow> {
  const row = await findMessageById(db, id)
  if (!row) throw new Failure(channelFailures.message_not_found)
  return row
}

/** A message can be read from now on. */
export async function announce(db: Db, row: MessageRow, now: Date): Promise<void> {
  const { id: messageId, channelId, seq, authorId, mentions: mentionIds } = row
  const root = row.rootSeq === null ? null : await findMessage(db, channelId, row.rootSeq)
  const repliedToId = root === null || root.authorId === authorId ? null : root.authorId
  await storeMentions(db, { channelId, seq, userIds: mentionIds })
  await emit(db, messageWritten, { messageId, channelId, seq, authorId, mentionIds, repliedToId }, now)
  await tellOf(db, 'message', row, now)
}

/** A message waits for whoever keeps order on its page. */
export async function announceHeld(db: Db, row: MessageRow, now: Date): Promise<void> {
  const { id: messageId, channelId, creatorId } = row
  if (creatorId !== null) await emit(db, messageHeld, { messageId, channelId, creatorId }, now)
}
