import * as z from 'zod/mini'

import { listInput } from '../fields.ts'
import { route } from '../http/route.ts'
import { post } from './routes.ts'

export const getFeed = route({
  method: 'GET',
  path: '/post/getFeed',
  caller: 'member',
  summary:
    'Posts of the pages that the caller supports or follows, newest first; the cursor is the _id of the last post seen.',
  input: z.object(listInput),
  output: z.array(post),
  failures: [],
})

export const feedRoutes = [getFeed] as const
