import { channelFailures } from '#contract/channels/failures.ts'
import { pollFailures } from '#contract/polls/failures.ts'
import type { PollForm } from '#contract/polls/poll.ts'
import {
  findMessageStanding,
  findByClientKey,
  getPlace,
  listReadersOfMessage,
  type Place,
  writeMessage,
} from '#server/domains/channels/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import type { PollGate } from './gates.ts'
import { attachPolls, openPolls, writePoll } from './service.ts'

/** Kinds of channels whose creator and moderators may ask polls in a message. */
const ASKING = new Set(['room', 'live'])

/** A poll in a message is there for those who may read the message. */
export const messageGate: PollGate = {
  kind: 'message',
  findStanding: (db, { placeId, viewerId, now }) =>
    findMessageStanding(db, { messageId: placeId, viewerId, now }),
  listReaders: (db, { placeId, userIds, now }) =>
    listReadersOfMessage(db, { messageId: placeId, userIds, now }),
}

/**
 * Asks a poll in a message of its own, or answers the one with its key. Throws `channel_not_found`, `may_not_ask`,
 * `may_not_write`, `plan_not_found`.
 */
export async function askInChannel(
  db: Db,
  given: { channelId: string; authorId: string; clientKey: string; form: PollForm; now: Date },
): Promise<{ place: Place; message: Awaited<ReturnType<typeof writeMessage>> }> {
  const { channelId, authorId, clientKey, form, now } = given
  const place = await getPlace(db, { channelId, viewerId: authorId, now })
  const { creatorId, kind } = place.channel
  if (creatorId === null || !ASKING.has(kind) || !place.reader.mayModerate)
    throw new Failure(pollFailures.may_not_ask)
  const known = await findByClientKey(db, authorId, clientKey)
  if (known) {
    if (known.channelId !== channelId) throw new Failure(channelFailures.message_not_found)
    return { place, message: known }
  }
  const pollId = await writePoll(db, { creatorId, authorId, clientKey, form, now })
  const draft = { authorId, clientKey, body: '', rootSeq: null, mediaIds: [], pollId }
  const message = await writeMessage(db, place, draft, now)
  const at = { kind: 'message', placeId: message.id } as const
  await attachPolls(db, { ...at, ids: [pollId], creatorId })
  await openPolls(db, { ...at, now })
  return { place, message }
}
