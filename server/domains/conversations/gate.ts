import { userTopic } from '#server/domains/accounts/events.ts'
import type { ChannelGate, Standing } from '#server/domains/channels/service.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { publish, publishEach } from '#server/platform/realtime/publish.ts'

import { mayRead, whyNotWrite } from './access.ts'
import { conversationRead } from './events.ts'
import {
  findFacts,
  listActive,
  listNamedIn,
  listReceiptReaders,
  noteMessage,
  noteRead,
  storeAgreement,
} from './queries.ts'

const NOTHING: Standing = { mayRead: false, whyNot: null, fromSeq: 0 }
const CHANGED = { name: 'conversations', data: {} } as const

/** A conversation's messages are the channel with its id. */
export const conversationGate: ChannelGate = {
  kind: 'conversation',
  tellsTyping: true,
  takesQuotes: true,

  async findStanding(db, { channelId, viewerId, now }) {
    const facts = viewerId === null ? null : await findFacts(db, channelId, viewerId, now)
    if (!facts || !mayRead(facts, now)) return NOTHING
    return {
      mayRead: true,
      whyNot: whyNotWrite(facts, now),
      fromSeq: facts.fromSeq,
      seesKeptApart: facts.kind === 'pair',
    }
  },

  listReaders: (db, { channelId, userIds }) => listActive(db, channelId, userIds),

  findNamed: (db, { channelId, ...asked }) => listNamedIn(db, { conversationId: channelId, ...asked }),

  async noteWritten(db, { channelId: conversationId, seq, authorId, now }) {
    const told = await noteMessage(db, { conversationId, seq, authorId, now })
    const isWaiting = told.some(({ userId, state }) => userId !== authorId && state !== 'active')
    const facts = isWaiting ? await findFacts(db, conversationId, authorId, now) : null
    // They no longer have to ask, such as somebody who became a member meanwhile.
    if (facts && facts.kind === 'pair' && (facts.isReached || facts.isAgreed))
      await storeAgreement(db, conversationId, { isAgreed: false })
    await publishEach(
      db,
      userTopic,
      told.map(({ userId }) => userId),
      CHANGED,
    )
  },

  async noteRead(db, { channelId: conversationId, userId, seq, now }) {
    if (await noteRead(db, { conversationId, userId, seq })) {
      await publish(db, userTopic, userId, CHANGED)
      await emit(db, conversationRead, { conversationId, userId }, now)
    }
    const readers = await listReceiptReaders(db, conversationId, userId)
    await publishEach(db, userTopic, readers, { name: 'read', data: { conversationId, userId, seq } })
  },
}
