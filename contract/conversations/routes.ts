import * as z from 'zod/mini'

import { channelFailures } from '../channels/failures.ts'
import { channelMessages } from '../channels/messages.ts'
import { MEDIA_PER_MESSAGE, MESSAGE_MAX_LENGTH } from '../channels/rules.ts'
import { pageFailures } from '../failures.ts'
import { id, listInput, saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { mediaFailures } from '../media/failures.ts'
import { fieldMessages } from '../messages.ts'
import { pageHandle } from '../page-address.ts'
import { conversation, face, summary } from './conversation.ts'
import { conversationCursor, searched } from './fields.ts'
import { hasHiddenCharacters, visibleText } from '../visible-text.ts'
import { conversationFailures as failures } from './failures.ts'
import { conversationMessages as messages } from './messages.ts'
import { CONVERSATION_DOORS, CONVERSATION_FILTERS, GROUP_MAX, GROUP_NAME_MAX_LENGTH } from './rules.ts'

const conversationId = id()

const groupName = z.string().check(
  z.overwrite(visibleText),
  z.maxLength(GROUP_NAME_MAX_LENGTH, messages.groupNameTooLong),
  z.refine((name) => !hasHiddenCharacters(name), fieldMessages.hiddenCharacters),
)

export const listConversations = route({
  method: 'GET',
  path: '/conversations',
  caller: 'member',
  summary:
    "The caller's conversations, those written in last first: all, unread ones, or requests. With q, those with people or a group whose name begins like this, at most 30.",
  input: z.object({
    filter: z.optional(z.enum(CONVERSATION_FILTERS)),
    q: z.optional(searched),
    cursor: conversationCursor,
    limit: listInput.limit,
  }),
  output: z.object({
    conversations: z.array(summary),
    /** Where the list goes on; null: this was all. */
    cursor: z.nullable(z.string()),
    /** Requests that wait for an answer; at most 100 are counted. */
    requestCount: z.number(),
  }),
  failures: [],
})

export const findReach = route({
  method: 'GET',
  path: '/conversations/reach',
  caller: 'member',
  summary:
    'Whether the caller may write to a page or a person: at once, as a request, or not; and the conversation they have.',
  input: z
    .object({ userId: z.optional(id()), pageHandle: z.optional(pageHandle) })
    .check(
      z.refine((named) => (named.userId === undefined) !== (named.pageHandle === undefined), messages.nobody),
    ),
  output: z.object({
    door: z.enum(CONVERSATION_DOORS),
    /** null: they have none yet. */
    conversationId: z.nullable(id()),
    /** Of those who can be written to; null: of the others. */
    person: z.nullable(face),
  }),
  failures: [pageFailures.page_not_found],
})

export const listWritable = route({
  method: 'GET',
  path: '/conversations/writable',
  caller: 'member',
  summary: 'Whom of these people the caller may write to, at once or as a request.',
  input: z.object({
    /** At most 100 ids, separated by commas. */
    userIds: z
      .string()
      .check(z.regex(/^[0-9a-f-]{36}(?:,[0-9a-f-]{36}){0,99}$/))
      .check(z.refine((ids) => ids.split(',').every((each) => z.uuid().safeParse(each).success))),
  }),
  output: z.object({ userIds: z.array(id()) }),
  failures: [],
})

export const listReachable = route({
  method: 'GET',
  path: '/conversations/people',
  caller: 'member',
  summary:
    'Whom the caller may write to at once: pages they support, and members of their own page, by the beginning of their names; at most 20.',
  input: z.object({ q: searched }),
  output: z.array(face),
  failures: [],
})

export const startConversation = route({
  method: 'POST',
  path: '/conversations',
  caller: 'member',
  summary:
    'Writes to a page, a person or, for the first time, a group. Whom the caller may not write to at once gets a request. Repeated with its clientKey, it answers the first result.',
  input: z
    .object({
      clientKey: id(),
      userIds: z.optional(
        z.array(id()).check(z.minLength(1, messages.nobody), z.maxLength(GROUP_MAX, messages.groupFull)),
      ),
      /** Writes to this page. */
      pageHandle: z.optional(pageHandle),
      /** Of a group; may be empty. */
      name: z.optional(groupName),
      body: z.string().check(z.trim(), z.maxLength(MESSAGE_MAX_LENGTH, channelMessages.tooLong)),
      mediaIds: z.optional(z.array(id()).check(z.maxLength(MEDIA_PER_MESSAGE, channelMessages.tooManyMedia))),
    })
    .check(
      z.refine(
        (named) => (named.userIds === undefined) !== (named.pageHandle === undefined),
        messages.nobody,
      ),
    ),
  output: z.object({ conversationId: id() }),
  failures: [
    pageFailures.page_not_found,
    failures.conversation_not_found,
    failures.not_reachable,
    failures.group_too_small,
    failures.group_full,
    failures.request_too_long,
    failures.request_links,
    failures.request_media,
    failures.requests_per_day,
    channelFailures.channel_not_found,
    channelFailures.message_not_found,
    channelFailures.message_empty,
    channelFailures.too_many_mentions,
    channelFailures.may_not_write,
    channelFailures.slow_mode,
    channelFailures.newcomer_pace,
    channelFailures.newcomer_links,
    channelFailures.word_refused,
    channelFailures.links_refused,
    mediaFailures.medium_not_found,
    mediaFailures.medium_not_usable,
  ],
})

export const getConversation = route({
  method: 'GET',
  path: '/conversations/:conversationId',
  caller: 'member',
  summary: 'A conversation of the caller, with its people.',
  input: z.object({ conversationId }),
  output: conversation,
  failures: [failures.conversation_not_found],
})

export const answerRequest = route({
  method: 'POST',
  path: '/conversations/:conversationId/answer',
  caller: 'member',
  summary:
    'Accepts or declines a request, or declines it and blocks who sent it. They are not told that it was declined.',
  input: z.object({ conversationId, answer: z.enum(['accept', 'decline', 'block']) }),
  output: saying,
  failures: [failures.conversation_not_found],
})

export const renameGroup = route({
  method: 'PUT',
  path: '/conversations/:conversationId',
  caller: 'member',
  summary: 'Renames a group, for who opened it; empty: it is called by its people.',
  input: z.object({ conversationId, name: groupName }),
  output: saying,
  failures: [failures.conversation_not_found, failures.not_a_group, failures.not_group_owner],
})

export const addToGroup = route({
  method: 'PUT',
  path: '/conversations/:conversationId/people/:userId',
  caller: 'member',
  summary:
    'Brings a person into a group whom the caller may write to. They see what is written from then on.',
  input: z.object({ conversationId, userId: id() }),
  output: saying,
  failures: [
    failures.conversation_not_found,
    failures.not_a_group,
    failures.not_reachable,
    failures.group_full,
  ],
})

export const removeFromGroup = route({
  method: 'DELETE',
  path: '/conversations/:conversationId/people/:userId',
  caller: 'member',
  summary: 'Leaves a group, or removes somebody else from one that the caller opened.',
  input: z.object({ conversationId, userId: id() }),
  output: saying,
  failures: [failures.conversation_not_found, failures.not_a_group, failures.not_group_owner],
})

export const conversationRoutes = [
  listConversations,
  findReach,
  listWritable,
  listReachable,
  startConversation,
  getConversation,
  answerRequest,
  renameGroup,
  addToGroup,
  removeFromGroup,
] as const
