import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** The bytes of a medium are not in the store any more, and nothing that could be shown is left of it. */
export const mediumLost = defineEvent('media.lost', z.object({ mediaId: z.string() }))

/** A medium can be played now, has gained renditions, is described otherwise, or failed. */
export const mediumChanged = defineEvent('media.changed', z.object({ mediaId: z.string() }))

/**
 * Preparing a medium failed for good: nothing of it can be shown, or the original alone. Its owner does not know yet.
 */
export const mediumNotPrepared = defineEvent('media.not-prepared', z.object({ mediaId: z.string() }))
