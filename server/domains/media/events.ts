import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** The bytes of a medium are gone from the store, and nothing that could be shown is left of it. */
export const mediumLost = defineEvent('media.lost', z.object({ mediaId: z.string() }))

/** A medium became playable, gained renditions, got another description, or failed. */
export const mediumChanged = defineEvent('media.changed', z.object({ mediaId: z.string() }))

/**
 * Preparing a medium failed for good: nothing of it can be shown, or the original alone. Its owner doesn't know yet.
 */
export const mediumNotPrepared = defineEvent('media.not-prepared', z.object({ mediaId: z.string() }))
