import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** A post was published. */
export const postPublished = defineEvent('posts.published', z.object({ postId: z.string() }))

/** A post that is out opens to others than before; `previousId`: the audience it had. */
export const audienceChanged = defineEvent(
  'posts.audience-changed',
  z.object({ postId: z.string(), previousId: z.string() }),
)

/** A scheduled post became a draft again at its time, because a plan it opens to is gone. */
export const postHeldBack = defineEvent('posts.held-back', z.object({ postId: z.string() }))

/** Somebody likes a post; they may have changed their mind since. */
export const postLiked = defineEvent('posts.liked', z.object({ postId: z.string(), userId: z.string() }))
