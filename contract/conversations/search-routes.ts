import * as z from 'zod/mini'

import { id, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { face, found } from './conversation.ts'
import { conversationCursor, searched } from './fields.ts'
import { conversationMessages as messages } from './messages.ts'

export const searchConversations = route({
  method: 'GET',
  path: '/conversations/search',
  caller: 'member',
  summary:
    "Messages with all these words in the caller's conversations, 200 conversations at a time, those written in last first: the newest 30 of what these have.",
  input: z.object({ q: searched.check(z.minLength(2, messages.searchTooShort)), cursor: conversationCursor }),
  output: z.object({
    messages: z.array(
      z.object({
        conversation: z.object({ _id: id(), name: z.string(), people: z.array(face) }),
        seq: z.number(),
        ...found.shape,
        writtenAt: moment,
      }),
    ),
    /** Where the search goes on, in conversations that are older; null: these were all. */
    cursor: z.nullable(z.string()),
  }),
  failures: [],
})

export const conversationSearchRoutes = [searchConversations] as const
