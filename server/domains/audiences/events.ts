import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** A step of an audience began some time after what has that audience was published. */
export const stepOpened = defineEvent('audiences.step-opened', z.object({ audienceId: z.string() }))

/** Somebody began to follow a page; they may have changed their mind since. */
export const pageFollowed = defineEvent(
  'audiences.page-followed',
  z.object({ userId: z.string(), creatorId: z.string() }),
)
