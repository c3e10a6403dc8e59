import * as z from 'zod/mini'

import type { ChannelEvent } from '#contract/channels/events.ts'
import { CHANNEL_KINDS } from '#contract/channels/rules.ts'
import { defineEvent } from '#server/platform/jobs/events.ts'
import { defineTopic } from '#server/platform/realtime/topic.ts'

import { findPlace } from './places.ts'

/** What people hear of while a channel is open before them. */
export const channelTopic = defineTopic<ChannelEvent>(
  'channel',
  async (db, viewer, id, now) => (await findPlace(db, { channelId: id, viewerId: viewer.id, now })) !== null,
  { holdsContent: true },
)

/**
 * A message can be read from now on: it was written, or approved after it had been held. `mentionIds`: people whom it
 * names; `repliedToId`: the author of what it replies to, if that is somebody else; null: it begins something. `kind`: of its
 * channel, where it is known.
 */
export const messageWritten = defineEvent(
  'channels.message-written',
  z.object({
    messageId: z.string(),
    channelId: z.string(),
    kind: z.optional(z.enum(CHANNEL_KINDS)),
    seq: z.number(),
    authorId: z.string(),
    mentionIds: z.array(z.string()),
    repliedToId: z.nullable(z.string()),
  }),
)

/** A message waits for approval. */
export const messageHeld = defineEvent(
  'channels.message-held',
  z.object({ messageId: z.string(), channelId: z.string(), creatorId: z.string() }),
)

/**
 * A moderator decided about a message; its author should hear of it. `byId`: who decided; `reason`: as they gave it,
 * which its author reads.
 */
export const messageJudged = defineEvent(
  'channels.message-judged',
  z.object({
    messageId: z.string(),
    channelId: z.string(),
    authorId: z.string(),
    act: z.enum(['hide', 'restore', 'remove', 'approve']),
    at: z.optional(z.string()),
    byId: z.optional(z.nullable(z.string())),
    reason: z.optional(z.string()),
  }),
)
