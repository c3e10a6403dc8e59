import * as z from 'zod/mini'

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

export const visitRoutes = [noteVisit] as const
