import * as contract from '#contract/channels/routes.ts'
import { MESSAGES_PER_PAGE } from '#contract/channels/rules.ts'
import {
  type Implementation,
  implement,
  implementForMember,
  implementInPhases,
} from '#server/platform/http/implement.ts'
import { limited } from '#server/platform/http/limits.ts'

import {
  editsPerUser,
  marksPerUser,
  reactionsPerUser,
  searchesPerUser,
  typingPerUser,
  WRITING,
} from './limits.ts'
import { deleteMessage, editMessage } from './edit.ts'
import { gateOf } from './gates.ts'
import { inTurn } from './in-turn.ts'
import { listPinned, searchIn } from './message-queries.ts'
import { listNamed } from './people-queries.ts'
import { getPlace, judgeWriting, type Place } from './places.ts'
import { listAuthors, presentMessage, presentMessages } from './present.ts'
import {
  findReadMark,
  insertChannel,
  isBadgeHidden,
  setBadgeHidden,
  storeMutedUntil,
  storeReadSeq,
} from './queries.ts'
import { react, takeBack } from './react.ts'
import { readMessages } from './read.ts'
import { tellTyping } from './typing.ts'
import { writeMessage } from './write.ts'

const SUGGESTED = 8
/** Of those whose names fit, some may not read there. */
const LOOKED_AT = 30

interface Asking {
  input: { channelId: string }
  viewer: { id: string } | null
  now: Date
}

function askerOf({ input, viewer, now }: Asking) {
  return { channelId: input.channelId, viewerId: viewer?.id ?? null, now }
}

/** How a place's messages are shown to its viewer. */
export function shownIn(
  { reader }: Pick<Place, 'reader'>,
  { now, platform }: { now: Date; platform: { secretKey: string } },
) {
  return { reader, now, secretKey: platform.secretKey }
}

export const channelImplementations: Implementation[] = [
  implement(contract.getChannel, async (db, call) => {
    const place = await getPlace(db, askerOf(call))
    const { channel, reader } = place
    const writing = await judgeWriting(db, place, call.now)
    const mark = await findReadMark(db, channel.id, reader.viewerId)
    const pins = await presentMessages(db, await listPinned(db, reader, channel.id), shownIn(place, call))
    return {
      _id: channel.id,
      kind: channel.kind,
      mayWrite: writing.whyNot === null,
      whyNot: writing.whyNot,
      mutedUntil: writing.mutedUntil?.toISOString() ?? null,
      mayModerate: reader.mayModerate,
      isLocked: channel.isLocked,
      slowSeconds: writing.slowSeconds,
      messageCount: channel.messageCount,
      lastSeq: channel.lastSeq,
      readSeq: mark?.readSeq ?? 0,
      mentionSeq: mark?.mentionSeq ?? 0,
      notificationsMutedUntil:
        mark?.mutedUntil && mark.mutedUntil > call.now ? mark.mutedUntil.toISOString() : null,
      pins,
    }
  }),

  implement(contract.listMessages, async (db, call) => {
    const { input } = call
    const place = await getPlace(db, askerOf(call))
    const [reactionCount = 0, seq = 0] = (input.cursor ?? '').split('_').map(Number)
    const { rows, cursor, found } = await readMessages(db, place, {
      rootSeq: input.rootSeq ?? null,
      order: input.order ?? null,
      before: input.before ?? null,
      after: input.after ?? null,
      around: input.around ?? null,
      cursor: input.cursor === undefined ? null : { reactionCount, seq },
      limit: input.limit ?? MESSAGES_PER_PAGE,
    })
    return { messages: await presentMessages(db, rows, shownIn(place, call)), cursor, found }
  }),

  implementForMember(
    contract.searchMessages,
    async (db, call) => {
      const { channelId, q, before, limit } = call.input
      const place = await getPlace(db, askerOf(call))
      const rows = await searchIn(db, place.reader, {
        channelId,
        q,
        before: before ?? null,
        limit: limit ?? MESSAGES_PER_PAGE,
      })
      return presentMessages(db, rows, shownIn(place, call))
    },
    limited(searchesPerUser),
  ),

  implementForMember(
    contract.suggestPeople,
    async (db, { input, viewer, now }) => {
      const { channel } = await getPlace(db, askerOf({ input, viewer, now }))
      const { id: channelId, creatorId } = channel
      const question = { channelId, creatorId, q: input.q, viewerId: viewer.id, limit: LOOKED_AT }
      const gate = gateOf(channel.kind)
      const others = input.q === '' ? [] : ((await gate.findNamed?.(db, question)) ?? [])
      const named = [...new Set([...(await listNamed(db, question)), ...others])]
      const readers = new Set(await gate.listReaders(db, { channelId, userIds: named, now }))
      const ids = named.filter((id) => readers.has(id)).slice(0, SUGGESTED)
      return listAuthors(db, ids, { creatorId, viewerId: viewer.id, now })
    },
    limited(searchesPerUser),
  ),

  implementInPhases(
    contract.writeMessage,
    (inTransaction, call) =>
      inTurn(call.input.channelId, () =>
        inTransaction(async (db) => {
          const { input, viewer, now } = call
          const place = await getPlace(db, askerOf(call))
          const { clientKey, body, rootSeq = null, quotedSeq = null, mediaIds = [] } = input
          const draft = { authorId: viewer.id, clientKey, body, rootSeq, quotedSeq, mediaIds }
          return presentMessage(db, await writeMessage(db, place, draft, now), shownIn(place, call))
        }),
      ),
    { limits: WRITING },
  ),

  implementForMember(
    contract.noteTyping,
    async (db, call) => {
      const place = await getPlace(db, askerOf(call))
      await tellTyping(db, place, call.viewer.id, call.now)
      return {}
    },
    limited(typingPerUser),
  ),

  implementForMember(
    contract.editMessage,
    async (db, call) => {
      const { input, viewer, now } = call
      const place = await getPlace(db, askerOf(call))
      const { seq, body } = input
      const edited = await editMessage(db, place, { seq, body, authorId: viewer.id }, now)
      return presentMessage(db, edited, shownIn(place, call))
    },
    limited(editsPerUser),
  ),

  implementForMember(contract.deleteMessage, async (db, { input, viewer, now }) => {
    await deleteMessage(db, { ...input, authorId: viewer.id }, now)
    return {}
  }),

  implementForMember(
    contract.reactToMessage,
    async (db, call) => {
      const { seq, emoji } = call.input
      const place = await getPlace(db, askerOf(call))
      return { reactions: await react(db, place, { seq, emoji, userId: call.viewer.id }, call.now) }
    },
    limited(reactionsPerUser),
  ),

  implementForMember(
    contract.takeReactionBack,
    async (db, call) => {
      const { seq, emoji } = call.input
      const place = await getPlace(db, askerOf(call))
      return { reactions: await takeBack(db, place, { seq, emoji, userId: call.viewer.id }) }
    },
    limited(reactionsPerUser),
  ),

  implementForMember(
    contract.markRead,
    async (db, call) => {
      const { channel } = await getPlace(db, askerOf(call))
      const seq = Math.min(call.input.seq, channel.lastSeq)
      // What its first message would open has nothing to be read.
      if (channel.lastSeq > 0) {
        const { id: channelId, kind } = channel
        await storeReadSeq(db, { channelId, userId: call.viewer.id, seq })
        await gateOf(kind).noteRead?.(db, { channelId, userId: call.viewer.id, seq, now: call.now })
      }
      const mark = await findReadMark(db, channel.id, call.viewer.id)
      return { readSeq: mark?.readSeq ?? 0, lastSeq: channel.lastSeq }
    },
    limited(marksPerUser),
  ),

  implementForMember(
    contract.muteChannel,
    async (db, call) => {
      const { channel } = await getPlace(db, askerOf(call))
      const { mutedUntil } = call.input
      await insertChannel(db, { ...channel, now: call.now })
      await storeMutedUntil(db, {
        channelId: channel.id,
        userId: call.viewer.id,
        mutedUntil: mutedUntil === null ? null : new Date(mutedUntil),
      })
      return { mutedUntil }
    },
    limited(marksPerUser),
  ),

  implementForMember(contract.getMemberBadge, async (db, { viewer }) => ({
    isHidden: await isBadgeHidden(db, viewer.id),
  })),

  implementForMember(
    contract.setMemberBadge,
    async (db, { input, viewer }) => {
      await setBadgeHidden(db, viewer.id, input.isHidden)
      return { isHidden: input.isHidden }
    },
    limited(marksPerUser),
  ),
]
