import { channelFailures } from '#contract/channels/failures.ts'
import type { ChannelKind } from '#contract/channels/rules.ts'
import { attachToMessage } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'

import { announceHeld, announceNew } from './announce.ts'
import { gateOf } from './gates.ts'
import { insertMessage, type NewMessage } from './insert-queries.ts'
import { isNewcomer, judgeText, readMentions } from './judge-text.ts'
import { findByClientKey, findSeenMessage, lockAuthor, type MessageRow } from './message-queries.ts'
import { type AuthorFacts, getAuthorFacts, listPeople, type PersonRow } from './people-queries.ts'
import { checkWriting, type Place } from './places.ts'
import { insertChannel } from './queries.ts'

/** What new accounts may write in ten seconds and in ten minutes: a fifth of what others may (`routes.ts`). */
const NEWCOMERS_IN_TEN_SECONDS = 1
const NEWCOMERS_IN_TEN_MINUTES = 12

export interface Draft {
  authorId: string
  clientKey: string
  body: string
  /** What it replies to. */
  rootSeq: number | null
  /** What it answers and shows above it, where there are no threads. */
  quotedSeq?: number | null
  /** Of their own, uploaded before. */
  mediaIds: readonly string[]
  /** A poll that it asks; the caller has made sure that they may. */
  pollId?: string
}

/**
 * Writes a message as a part of the caller's transaction, or answers the one that is there with its key. Throws
 * `may_not_write`, `message_empty`, `message_not_found`, `slow_mode`, `newcomer_pace`, `word_refused`, `links_refused`,
 * `newcomer_links`, `too_many_mentions` and what is wrong with its media.
 */
export async function writeMessage(db: Db, place: Place, draft: Draft, now: Date): Promise<MessageRow> {
  const { channel } = place
  const { authorId } = draft
  await lockAuthor(db, authorId)
  const known = await findByClientKey(db, authorId, draft.clientKey)
  if (known) return ofThisChannel(known, channel.id)
  const { slowSeconds, settings } = await checkWriting(db, place, now)
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
  const quotedSeq = draft.quotedSeq ?? null
  if (quotedSeq !== null) await checkQuoted(db, place, quotedSeq)
  const cause = await judgeText(db, place, { body: draft.body, authorId, facts, settings, now })
  const mentions = await readMentions(db, place, { body: draft.body, authorId, now })
  const mediaIds = [...new Set(draft.mediaIds)]
  for (const mediaId of mediaIds) await attachToMessage(db, { id: authorId }, mediaId, now)
  // Of one that is there, this would wait for whoever writes there now.
  if (channel.lastSeq === 0) await insertChannel(db, { ...channel, now })
  const people = await listPeople(db, [authorId, ...mentions], {
    creatorId: channel.creatorId ?? channel.pageId,
    now,
  })
  const message: NewMessage = {
    id: newId(now),
    channelId: channel.id,
    authorId,
    creatorId: channel.creatorId,
    rootSeq: root?.seq ?? null,
    quotedSeq,
    body: draft.body,
    mentions,
    state: cause === null ? 'visible' : 'held',
    cause,
    clientKey: draft.clientKey,
    mediaIds,
    pollId: draft.pollId ?? null,
    now,
  }
  return store(db, message, { kind: channel.kind, root, people })
}

/** What nobody has done anything with yet. */
const NEW = {
  reason: '',
  isApproved: false,
  replyCount: 0,
  reactionCount: 0,
  isPinned: false,
  editedAt: null,
} as const

/** Stores a message and tells whoever hears of it. Everyone else who writes there waits from here on. */
async function store(
  db: Db,
  message: NewMessage,
  about: { kind: ChannelKind; root: MessageRow | null; people: readonly PersonRow[] },
): Promise<MessageRow> {
  const { clientKey: _, now, ...facts } = message
  const { channelId, authorId } = message
  const seq = await insertMessage(db, message)
  await gateOf(about.kind).noteWritten?.(db, { channelId, seq, authorId, now })
  const row: MessageRow = {
    ...facts,
    ...NEW,
    seq,
    mentions: [...facts.mentions],
    mediaIds: [...facts.mediaIds],
    createdAt: now,
  }
  if (row.state === 'visible') await announceNew(db, row, about, now)
  else await announceHeld(db, row, now)
  return row
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

/** Only what its author sees can be answered. */
async function checkQuoted(db: Db, { channel, reader }: Place, seq: number): Promise<void> {
  const isThere = gateOf(channel.kind).takesQuotes === true
  const quoted = isThere ? await findSeenMessage(db, reader, channel.id, seq) : null
  if (quoted?.state !== 'visible') throw new Failure(channelFailures.message_not_found)
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
