import * as z from 'zod/mini'

import { audienceSteps } from '../audiences/steps.ts'
import { pageFailures } from '../failures.ts'
import { id, listInput, moment, requiredText } from '../fields.ts'
import { route } from '../http/route.ts'
import { pageHandle } from '../page-address.ts'
import { planFailures } from '../plans/failures.ts'
import { conversationFailures as failures } from './failures.ts'
import { conversationMessages as messages } from './messages.ts'
import { ALLOWED_WRITERS, ANNOUNCEMENT_MAX_LENGTH } from './rules.ts'

const messageRules = z.object({
  /** Of creators: who may write to their page without asking. */
  allow: z.enum(ALLOWED_WRITERS),
  /** Of `plans`: those who hold one of these. */
  planIds: z.array(id()).check(z.maxLength(50)),
  /** People the caller shares a room with may write to them without asking. */
  fromRooms: z.boolean(),
  /** Everybody else may send a request. */
  takesRequests: z.boolean(),
  /** Others see what the caller has read, and the caller sees what they have, where they show it too. */
  showsRead: z.boolean(),
})

export const getMessageRules = route({
  method: 'GET',
  path: '/user/message-rules',
  caller: 'member',
  summary: 'Who may write to the caller.',
  input: z.object({}),
  output: messageRules,
  failures: [],
})

export const setMessageRules = route({
  method: 'PUT',
  path: '/user/message-rules',
  caller: 'member',
  summary: 'Changes who may write to the caller; conversations that both agreed to go on.',
  input: messageRules.check(
    z.refine(({ allow, planIds }) => (allow === 'plans') === planIds.length > 0, {
      error: messages.plansMissing,
      path: ['planIds'],
    }),
  ),
  output: messageRules,
  failures: [planFailures.plan_not_found],
})

export const announce = route({
  method: 'POST',
  path: '/creators/:pageHandle/announcements',
  caller: 'owner',
  summary:
    'Writes to every member of a page whom an audience reaches, each in a conversation of their own; once in 24 hours. Repeated with its clientKey, it answers the first result.',
  input: z.object({
    pageHandle,
    clientKey: id(),
    audience: audienceSteps,
    body: requiredText(messages.announcementEmpty, ANNOUNCEMENT_MAX_LENGTH, messages.announcementTooLong),
  }),
  output: z.object({ msg: z.string(), queued: z.boolean() }),
  failures: [pageFailures.page_not_found, planFailures.plan_not_found, failures.one_a_day],
})

export const listAnnouncements = route({
  method: 'GET',
  path: '/creators/:pageHandle/announcements',
  caller: 'owner',
  summary: 'What was announced to the members of a page, the latest first.',
  input: z.object({ pageHandle, ...listInput }),
  output: z.object({
    announcements: z.array(
      z.object({
        _id: id(),
        body: z.string(),
        /** How many people have it so far. */
        sentCount: z.number(),
        isSent: z.boolean(),
        at: moment,
      }),
    ),
    /** When the next one may be sent; null: now. */
    nextAt: z.nullable(moment),
  }),
  failures: [pageFailures.page_not_found],
})

export const messageRuleRoutes = [getMessageRules, setMessageRules, announce, listAnnouncements] as const
