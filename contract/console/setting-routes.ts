import * as z from 'zod/mini'

import { route } from '../http/route.ts'

export const getSettings = route({
  method: 'GET',
  path: '/staff/settings',
  caller: 'staff:settings',
  summary:
    'How this installation is set up: its environment variables as they were read at the start, without secrets; of addresses the host alone.',
  input: z.object({}),
  output: z.object({
    /** `value`: null where it isn't set and there is none in its place. */
    settings: z.array(z.object({ name: z.string(), value: z.nullable(z.string()) })),
  }),
  failures: [],
})

export const settingRoutes = [getSettings] as const
