import { channelFailures } from '#contract/channels/failures.ts'
import { attachToMessage } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { messageHeld, messageWritten } from './events.ts'
import { gateOf } from './gates.ts'
import { isNewcomer, judgeText, readMentions } from './judge-text.ts'
import {
  findByClientKey,
  findMessage,
  findSeenMessage,
  insertMessage,
  lockAuthor,
  type MessageRow,
} from './message-queries.ts'
import { type AuthorFacts, getAuthorFacts, listPeople, type PersonRow } from './people-queries.ts'
import { checkWriting, type Place } from './places.ts'
import { insertChannel, storeMentions } from './queries.ts'
import { tellOf } from './tell.ts'

/** What new accounts may write in ten seconds and in ten minutes: a fifth of what others may (`routes.ts`). */
const NEWCOMERS_IN_TEN_SECONDS = 1
const NEWCOMERS_IN_TEN_MINUTES = 12

/** What nobody has done anything with yet. */
const NEW = {
  reason: '',
  isApproved: false,
  replyCount: 0,
  reactionCount: 0,
  isPinned: false,
  editedAt: null,
} as const

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
  // Of one that is there, this would wait for whoever writes there now.
  if (channel.lastSeq === 0) await insertChannel(db, { ...channel, now })
  const people = await listPeople(db, [authorId, ...mentions], {
    creatorId: channel.creatorId ?? channel.pageId,
    now,
  })
  const id = newId(now)
  const message = {
    id,
    channelId: channel.id,
    authorId,
    creatorId: channel.creatorId,
    rootSeq: root?.seq ?? null,
    body: draft.body,
    mentions,
    state: cause === null ? ('visible' as const) : ('held' as const),
    cause,
    mediaIds,
    pollId: draft.pollId ?? null,
  }
  const seq = await insertMessage(db, { ...message, clientKey: draft.clientKey, now })
  // Everyone else who writes here waits from now on.
  await gateOf(channel.kind).noteWritten?.(db, { channelId: channel.id, seq, authorId, now })
  const written: MessageRow = { ...message, seq, ...NEW, createdAt: now }
  if (cause === null) await announce(db, written, now, { root, people })
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

/** A message can be read from now on. `known`: what it replies to, and who is in it, where that was read before. */
export async function announce(
  db: Db,
  row: MessageRow,
  now: Date,
  known: { root: MessageRow | null; people: readonly PersonRow[] } | null = null,
): Promise<void> {
  const { id: messageId, channelId, seq, authorId, mentions: mentionIds } = row
  const root = known?.root ?? (row.rootSeq === null ? null : await findMessage(db, channelId, row.rootSeq))
  const repliedToId = root === null || root.authorId === authorId ? null : root.authorId
  if (mentionIds.length > 0) await storeMentions(db, { channelId, seq, userIds: mentionIds })
  await emit(db, messageWritten, { messageId, channelId, seq, authorId, mentionIds, repliedToId }, now)
  await tellOf(db, 'message', row, now, known?.people)
}

/** A message waits for whoever keeps order on its page. */
export async function announceHeld(db: Db, row: MessageRow, now: Date): Promise<void> {
  const { id: messageId, channelId, creatorId } = row
  if (creatorId !== null) await emit(db, messageHeld, { messageId, channelId, creatorId }, now)
}
