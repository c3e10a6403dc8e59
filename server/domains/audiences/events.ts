import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** A step of an audience began some time after what has that audience was published. */
export const stepOpened = defineEvent('audiences.step-opened', z.object({ audienceId: z.string() }))
