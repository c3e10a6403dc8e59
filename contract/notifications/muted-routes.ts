import * as z from 'zod/mini'

import { id, listInput, moment } from '../fields.ts'
import { route } from '../http/route.ts'

export const listMutedChannels = route({
  method: 'GET',
  path: '/user/muted-channels',
  caller: 'member',
  summary:
    'Where the caller hears nothing of what is written, latest opened first; the cursor is the _id of the last one.',
  input: z.object(listInput),
  output: z.array(
    z.object({
      /** The channel's. */
      _id: id(),
      /** `post`: the comments below one. */
      kind: z.enum(['post', 'room', 'conversation', 'live']),
      /** Of a room or a group; empty: it has none. */
      name: z.string(),
      /** In a conversation: the others, the first three of them. */
      people: z.array(z.string()),
      /** On whose page it is; null: on none. */
      pageName: z.nullable(z.string()),
      pageHandle: z.nullable(z.string()),
      mutedUntil: moment,
    }),
  ),
  failures: [],
})

export const unmuteChannel = route({
  method: 'DELETE',
  path: '/user/muted-channels/:channelId',
  caller: 'member',
  summary:
    'Notifies the caller again, once they may read there. Again, or of a channel that is not muted, it does nothing.',
  input: z.object({ channelId: id() }),
  output: z.object({}),
  failures: [],
})

export const mutedRoutes = [listMutedChannels, unmuteChannel] as const
