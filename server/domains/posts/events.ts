import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** A post was published. */
export const postPublished = defineEvent('posts.published', z.object({ postId: z.string() }))
