import { channelFailures } from '#contract/channels/failures.ts'
import { REACTION_KINDS_MAX } from '#contract/channels/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import { findSeenMessage } from './message-queries.ts'
import { checkWriting, type Place } from './places.ts'
import { deleteReaction, insertReaction, listReactions, lockMessage } from './reaction-queries.ts'
import { tellOfReactionsSoon } from './tell.ts'

interface Given {
  seq: number
  userId: string
  emoji: string
}

type Shown = { emoji: string; count: number; isOwn: boolean }[]

/** Throws `may_not_write`, `message_not_found`, `reactions_full`. Repeated, it changes nothing. */
export async function react(db: Db, place: Place, given: Given, now: Date): Promise<Shown> {
  const { id: channelId } = place.channel
  await checkWriting(db, place, now)
  await lockMessage(db, channelId, given.seq)
  const row = await findSeenMessage(db, place.reader, channelId, given.seq)
  if (row?.state !== 'visible') throw new Failure(channelFailures.message_not_found)
  const kinds = await listReactions(db, channelId, [given.seq], null)
  if (kinds.length >= REACTION_KINDS_MAX && !kinds.some(({ emoji }) => emoji === given.emoji))
    throw new Failure(channelFailures.reactions_full)
  await insertReaction(db, { channelId, ...given, now })
  await tellOfReactionsSoon(db, channelId, given.seq)
  return reactionsTo(db, channelId, given)
}

/** Whoever may not write any more may still take theirs back. */
export async function takeBack(db: Db, place: Place, given: Given): Promise<Shown> {
  const { id: channelId } = place.channel
  await lockMessage(db, channelId, given.seq)
  if (!(await findSeenMessage(db, place.reader, channelId, given.seq)))
    throw new Failure(channelFailures.message_not_found)
  await deleteReaction(db, { channelId, ...given })
  await tellOfReactionsSoon(db, channelId, given.seq)
  return reactionsTo(db, channelId, given)
}

async function reactionsTo(db: Db, channelId: string, { seq, userId }: Given): Promise<Shown> {
  const rows = await listReactions(db, channelId, [seq], userId)
  return rows.map(({ emoji, count, isOwn }) => ({ emoji, count, isOwn }))
}
