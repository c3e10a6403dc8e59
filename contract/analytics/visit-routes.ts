import * as z from 'zod/mini'

import { id } from '../fields.ts'
import { route } from '../http/route.ts'

/** A page was looked at. Carries no cookie, and says nothing about the person. */
export const noteVisit = route({
  method: 'POST',
  path: '/visits',
  caller: 'anyone',
  summary:
    'Counts a visit of a creator page or one of its posts. Nothing that identifies a person is stored.',
  input: z.object({
    pageHandle: z.string().check(z.minLength(1), z.maxLength(64)),
    /** The last part of the post's address. */
    post: z.optional(z.string().check(z.maxLength(200))),
    /** The host that the visitor came from. */
    from: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({}),
  failures: [],
})

/** A video or a sound of a post was really played. Says nothing about who played it. */
export const notePlay = route({
  method: 'POST',
  path: '/visits/plays',
  caller: 'anyone',
  summary:
    'Counts a play of a post’s video or sound that has passed ten seconds or, later, nine tenths of its length.',
  input: z.object({ mediaId: id(), hasCompleted: z.boolean() }),
  output: z.object({}),
  failures: [],
})

export const visitRoutes = [noteVisit, notePlay] as const
