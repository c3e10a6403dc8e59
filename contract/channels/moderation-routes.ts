import * as z from 'zod/mini'

import { pageFailures } from '../failures.ts'
import { id, listInput, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { slowSeconds } from '../moderation/routes.ts'
import { pageHandle } from '../page-address.ts'
import { channelFailures as failures } from './failures.ts'
import { channelId, message, named } from './message.ts'
import { channelMessages as messages } from './messages.ts'
import { ACT_REASON_MAX_LENGTH, CHANNEL_KINDS, MESSAGE_ACTS } from './rules.ts'

export const actOnMessage = route({
  method: 'POST',
  path: '/channels/:channelId/messages/:seq/act',
  caller: 'member',
  summary:
    'Hides, restores, removes, approves, pins or unpins a message, for the creator and moderators; its author always sees that, and why.',
  input: z.object({
    ...named,
    act: z.enum(MESSAGE_ACTS),
    reason: z.string().check(z.trim(), z.maxLength(ACT_REASON_MAX_LENGTH, messages.reasonTooLong)),
  }),
  output: message,
  failures: [
    failures.channel_not_found,
    failures.message_not_found,
    failures.message_state_wrong,
    failures.message_of_operator,
    failures.message_pins_full,
  ],
})

export const setChannelRules = route({
  method: 'PUT',
  path: '/channels/:channelId/rules',
  caller: 'member',
  summary: 'Locks a channel or opens it again, and sets its slow mode, for the creator and moderators.',
  input: z.object({
    channelId,
    isLocked: z.boolean(),
    /** null: as on the whole page. */
    slowSeconds: z.nullable(slowSeconds),
  }),
  output: z.object({ isLocked: z.boolean(), slowSeconds: z.nullable(z.number()) }),
  failures: [failures.channel_not_found],
})

export const getMessageHistory = route({
  method: 'GET',
  path: '/channels/:channelId/messages/:seq/history',
  caller: 'member',
  summary: 'Earlier wordings of a message, for the creator and moderators; they are kept for 90 days.',
  input: z.object(named),
  output: z.array(z.object({ body: z.string(), until: moment })),
  failures: [failures.channel_not_found, failures.message_not_found],
})

export const listHeldMessages = route({
  method: 'GET',
  path: '/creators/:pageHandle/held-messages',
  caller: 'member',
  summary: 'What waits for approval on a page, the oldest first, for its owner and moderators.',
  input: z.object({
    pageHandle,
    limit: listInput.limit,
    /** The `_id` of the last message seen. */
    cursor: listInput.cursor,
  }),
  output: z.array(z.object({ channelId: id(), kind: z.enum(CHANNEL_KINDS), message })),
  failures: [pageFailures.page_not_found],
})

export const channelModerationRoutes = [
  actOnMessage,
  setChannelRules,
  getMessageHistory,
  listHeldMessages,
] as const
