import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** A page shows from now on how many members and posts it has. */
export const countsShown = defineEvent('creators.counts-shown', z.object({ creatorId: z.string() }))
