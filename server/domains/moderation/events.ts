import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** Somebody may not write on a page any more, or in one channel of it; `hidePast`: what they wrote there is hidden. */
export const personMuted = defineEvent(
  'moderation.person-muted',
  z.object({
    creatorId: z.string(),
    userId: z.string(),
    channelId: z.nullable(z.string()),
    hidePast: z.boolean(),
  }),
)
