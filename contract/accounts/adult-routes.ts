import * as z from 'zod/mini'

import { flag } from '../fields.ts'
import { route } from '../http/route.ts'

/** Explore, its search and the recent posts leave out pages with adult content until a user asks for them. */
export const setAdultPages = route({
  method: 'PUT',
  path: '/user/adult-pages',
  caller: 'member',
  summary:
    'Sets whether the caller sees pages with adult content in Explore and search; callers confirm that they are 18 or older.',
  input: z.object({ seesAdultPages: flag() }),
  output: z.object({ seesAdultPages: z.boolean() }),
  failures: [],
})

export const adultRoutes = [setAdultPages] as const
