import * as z from 'zod/mini'

import { id, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { moderationMessages } from '../moderation/messages.ts'
import { commentersForm } from '../moderation/commenters.ts'
import { planFailures } from '../plans/failures.ts'
import { postFailures as failures } from './failures.ts'
import { UNANSWERED_MAX } from './limits.ts'

/** Of one post. Its comments themselves are in the channel that has the post's id: see `contract/channels`. */
const commentSettings = {
  /** null: whoever the page lets. */
  commentsFrom: z.nullable(commentersForm.commentsFrom),
  planIds: commentersForm.planIds,
}

export const getCommentSettings = route({
  method: 'GET',
  path: '/posts/:id/comment-settings',
  caller: 'owner',
  summary: 'Who may comment on a post, where that differs from its page.',
  input: z.object({ id: id() }),
  output: z.object(commentSettings),
  failures: [failures.post_not_found],
})

export const setCommentSettings = route({
  method: 'PUT',
  path: '/posts/:id/comment-settings',
  caller: 'owner',
  summary: 'Changes it, at once.',
  input: z.object({ id: id(), ...commentSettings }).check(
    z.refine(({ commentsFrom, planIds }) => (commentsFrom === 'plans') === planIds.length > 0, {
      error: moderationMessages.plansMissing,
      path: ['planIds'],
    }),
  ),
  output: z.object(commentSettings),
  failures: [failures.post_not_found, planFailures.plan_not_found],
})

export const listUnansweredComments = route({
  method: 'GET',
  path: '/posts/unanswered-comments',
  caller: 'creator',
  summary:
    'The newest comments of the last thirty days on the caller’s latest posts that they neither answered nor reacted to.',
  input: z.object({}),
  output: z
    .array(
      z.object({
        _id: id(),
        author: z.object({ name: z.string(), profileImage: z.nullable(z.string()) }),
        /** null: its post has none. */
        postTitle: z.nullable(z.string()),
        /** How it begins, without the names of others. */
        body: z.string(),
        /** Its own address. */
        path: z.string(),
        writtenAt: moment,
      }),
    )
    .check(z.maxLength(UNANSWERED_MAX)),
  failures: [],
})

export const commentRoutes = [getCommentSettings, setCommentSettings, listUnansweredComments] as const
