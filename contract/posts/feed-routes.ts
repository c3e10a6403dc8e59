import * as z from 'zod/mini'

import { listInput } from '../fields.ts'
import { route } from '../http/route.ts'
import { post } from './routes.ts'

export const getFeed = route({
  method: 'GET',
  path: '/post/getFeed',
  caller: 'member',
  summary:
    'Posts of the pages that the caller supports or follows, newest first; the cursor is the _id of the last post seen. `only` unread: those that their bell tells of, and they have not opened.',
  input: z.object({ ...listInput, only: z.optional(z.enum(['unread'])) }),
  output: z.array(post),
  failures: [],
})

export const feedRoutes = [getFeed] as const
