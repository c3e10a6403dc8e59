import * as z from 'zod/mini'

import { id, listInput } from '../fields.ts'
import { route } from '../http/route.ts'
import { postFailures as failures } from './failures.ts'
import { MARKS_MAX, POST_IDS_MAX_LENGTH } from './limits.ts'
import { post } from './routes.ts'

const ofPost = z.object({ id: id() })
const likes = z.object({ count: z.number() })

export const likePost = route({
  method: 'PUT',
  path: '/posts/:id/like',
  caller: 'member',
  summary: 'Likes a post that the caller may read; again, it changes nothing.',
  input: ofPost,
  output: likes,
  failures: [failures.post_not_found, failures.post_locked],
})

export const unlikePost = route({
  method: 'DELETE',
  path: '/posts/:id/like',
  caller: 'member',
  summary: "Takes the caller's like back.",
  input: ofPost,
  output: likes,
  failures: [failures.post_not_found],
})

export const savePost = route({
  method: 'PUT',
  path: '/posts/:id/save',
  caller: 'member',
  summary: 'Saves a post that the caller may read for later; again, it changes nothing.',
  input: ofPost,
  output: z.object({}),
  failures: [failures.post_not_found, failures.post_locked],
})

export const unsavePost = route({
  method: 'DELETE',
  path: '/posts/:id/save',
  caller: 'member',
  summary: 'Takes a post out of the saved ones.',
  input: ofPost,
  output: z.object({}),
  failures: [failures.post_not_found],
})

/** What readers left on a post. */
const postMarks = z.object({
  _id: id(),
  likes: z.number(),
  /** Comments that everyone who may read them sees. */
  comments: z.number(),
  /** By the caller. */
  isLiked: z.boolean(),
  isSaved: z.boolean(),
})

export const getPostMarks = route({
  method: 'GET',
  path: '/posts/marks',
  caller: 'anyone',
  summary:
    "Likes and comments of up to 100 posts, counted, and the caller's own marks; posts that aren't shown are left out.",
  input: z.object({
    /** Separated by commas. */
    ids: z.pipe(
      z.string().check(z.maxLength(POST_IDS_MAX_LENGTH)),
      z.pipe(
        z.transform((ids: string) => ids.split(',')),
        z.array(id()).check(z.maxLength(MARKS_MAX)),
      ),
    ),
  }),
  output: z.array(postMarks),
  failures: [],
})

export const listMarkedPosts = route({
  method: 'GET',
  path: '/posts/library',
  caller: 'member',
  summary: 'The posts the caller liked or saved, those marked last first.',
  input: z.object({
    mark: z.enum(['liked', 'saved']),
    limit: listInput.limit,
    /** The `_id` of the last row seen. */
    cursor: z.optional(z.string().check(z.maxLength(80), z.regex(/^\d{1,20}_[0-9a-f-]{36}$/))),
  }),
  output: z.array(z.object({ /** Its place in the list. */ _id: z.string(), post })),
  failures: [],
})

export const postMarkRoutes = [
  likePost,
  unlikePost,
  savePost,
  unsavePost,
  getPostMarks,
  listMarkedPosts,
] as const
