import { messageWritten } from '#server/domains/channels/events.ts'
import { announced, conversationRead } from '#server/domains/conversations/events.ts'
import { userTopic } from '#server/domains/accounts/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { JobContext } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'
import { publish } from '#server/platform/realtime/publish.ts'

import { notifyAll } from '../notify.ts'
import { findConversationMessage, listAddressees, markConversationRead } from './conversation-queries.ts'
import { listQuieted } from './talk-queries.ts'

/* What people are told of private messages: that there is one, and from whom; never what it says. */

/** The bell tells of comments by another reaction to the same event. */
const MESSAGES = 'bell-messages'

/** Everybody else in the conversation of a message. */
async function tellAddressees(
  db: Db,
  { messageId }: { messageId: string },
  { now }: JobContext,
): Promise<void> {
  const message = await findConversationMessage(db, messageId)
  if (!message) return
  const { channelId, authorId } = message
  const people = await listAddressees(db, { channelId, authorId })
  const userIds = people.map(({ userId }) => userId)
  const quieted = await listQuieted(db, { channelId, userIds, now })
  for (const kind of ['messaged', 'message_requested'] as const) {
    const told = people.filter(
      ({ userId, isRequest }) => isRequest === (kind === 'message_requested') && !quieted.has(userId),
    )
    if (told.length === 0) continue
    await notifyAll(
      db,
      {
        kind,
        groupKey: `${kind}:${channelId}`,
        occasion: `message:${messageId}`,
        creatorId: null,
        actorId: authorId,
        now,
      },
      told.map(({ userId }) => ({ userId, target: messageId })),
    )
  }
}

export const conversationReactions = [
  reactTo(messageWritten, MESSAGES, tellAddressees, ({ kind = 'conversation' }) => kind === 'conversation'),

  reactTo(announced, MESSAGES, async (db, { announcementId, ownerId, told }, { now }) => {
    const key = `announced:${announcementId}`
    await notifyAll(
      db,
      { kind: 'announced', groupKey: key, occasion: key, creatorId: null, actorId: ownerId, now },
      told.map(({ userId, messageId }) => ({ userId, target: messageId })),
    )
  }),

  reactTo(conversationRead, MESSAGES, async (db, { conversationId, userId }, { now }) => {
    if ((await markConversationRead(db, { channelId: conversationId, userId, now })) > 0)
      await publish(db, userTopic, userId, { name: 'notification', data: {} })
  }),
] as EventReaction[]
