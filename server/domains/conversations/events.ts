import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** Somebody read everything in a conversation that had something new for them. */
export const conversationRead = defineEvent(
  'conversations.read',
  z.object({ conversationId: z.string(), userId: z.string() }),
)

/** An announcement was written to these people, each in a message of their own. */
export const announced = defineEvent(
  'conversations.announced',
  z.object({
    announcementId: z.string(),
    creatorId: z.string(),
    ownerId: z.string(),
    told: z.array(z.object({ userId: z.string(), messageId: z.string() })),
  }),
)
