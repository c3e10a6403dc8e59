import * as z from 'zod/mini'

import { id, moment, searchText } from '../fields.ts'
import { route } from '../http/route.ts'
import { mediaFailures } from '../media/failures.ts'
import { channelFailures as failures } from './failures.ts'
import { author, channelId, emoji, limit, message, named, seq } from './message.ts'
import { channelMessages as messages } from './messages.ts'
import {
  CHANNEL_KINDS,
  MEDIA_PER_MESSAGE,
  MESSAGE_MAX_LENGTH,
  MESSAGE_ORDERS,
  SEARCH_MAX_LENGTH,
  SEARCH_MIN_LENGTH,
  WHY_NOT,
} from './rules.ts'

const body = z.string().check(z.trim(), z.maxLength(MESSAGE_MAX_LENGTH, messages.tooLong))

export const getChannel = route({
  method: 'GET',
  path: '/channels/:channelId',
  caller: 'anyone',
  summary: 'A place where people talk, for whoever may read there; the comments of a post have its id.',
  input: z.object({ channelId }),
  output: z.object({
    _id: id(),
    kind: z.enum(CHANNEL_KINDS),
    mayWrite: z.boolean(),
    /** null: they may write. */
    whyNot: z.nullable(z.enum(WHY_NOT)),
    /** Of `muted`; null: until it is lifted. */
    mutedUntil: z.nullable(moment),
    /** The caller is its creator or a moderator. */
    mayModerate: z.boolean(),
    isLocked: z.boolean(),
    /** What the caller waits between two messages; 0: nothing. */
    slowSeconds: z.number(),
    /** Messages that everyone who may read here sees. */
    messageCount: z.number(),
    lastSeq: z.number(),
    /** Up to where the caller has read; 0 for visitors. */
    readSeq: z.number(),
    /** The latest message that names the caller; 0: none does. */
    mentionSeq: z.number(),
    /** null: the caller is notified. */
    notificationsMutedUntil: z.nullable(moment),
    /** At most three, the latest first. */
    pins: z.array(message),
  }),
  failures: [failures.channel_not_found],
})

export const listMessages = route({
  method: 'GET',
  path: '/channels/:channelId/messages',
  caller: 'anyone',
  summary:
    'Messages that begin something, or, with rootSeq, the replies to one; before, after or around a number, or by order. Replies come oldest first unless asked otherwise.',
  input: z.object({
    channelId,
    rootSeq: z.optional(seq),
    order: z.optional(z.enum(MESSAGE_ORDERS)),
    /** Those older than it; with the order `newest`. */
    before: z.optional(seq),
    /** Those newer than it; with the order `oldest`. */
    after: z.optional(seq),
    /** The page that holds it, or what it replies to, oldest first. */
    around: z.optional(seq),
    /** For the order `top`: the `cursor` of the page before. */
    cursor: z.optional(z.string().check(z.regex(/^\d{1,9}_\d{1,9}$/))),
    limit,
  }),
  output: z.object({
    messages: z.array(message),
    /** Where the order `top` goes on; null: this was all. */
    cursor: z.nullable(z.string()),
    /** Of `around`: the message that was asked for; null: it isn't there for the caller. */
    found: z.nullable(z.object({ seq: z.number(), rootSeq: z.nullable(z.number()) })),
  }),
  failures: [failures.channel_not_found],
})

export const searchMessages = route({
  method: 'GET',
  path: '/channels/:channelId/search',
  caller: 'member',
  summary: 'Messages and replies with all these words, the newest first.',
  input: z.object({
    channelId,
    q: z
      .string()
      .check(
        z.trim(),
        z.minLength(SEARCH_MIN_LENGTH, messages.searchTooShort),
        z.maxLength(SEARCH_MAX_LENGTH, messages.searchTooLong),
      ),
    before: z.optional(seq),
    limit,
  }),
  output: z.array(message),
  failures: [failures.channel_not_found],
})

export const suggestPeople = route({
  method: 'GET',
  path: '/channels/:channelId/people',
  caller: 'member',
  summary: 'People to mention: up to eight who may read there and whose name begins like this.',
  input: z.object({ channelId, q: searchText(50) }),
  output: z.array(author),
  failures: [failures.channel_not_found],
})

export const writeMessage = route({
  method: 'POST',
  path: '/channels/:channelId/messages',
  caller: 'member',
  summary:
    'Writes a message or a reply. People are named in it as `<@id>`. Repeated with its clientKey, it answers the message that is there.',
  input: z.object({
    channelId,
    clientKey: id(),
    body,
    /** What it replies to; a reply to a reply is one to its beginning. */
    rootSeq: z.optional(z.nullable(seq)),
    mediaIds: z.optional(z.array(id()).check(z.maxLength(MEDIA_PER_MESSAGE, messages.tooManyMedia))),
    /** What it answers, shown above it; only in conversations, which have no threads. */
    quotedSeq: z.optional(z.nullable(seq)),
  }),
  output: message,
  failures: [
    failures.channel_not_found,
    failures.message_not_found,
    failures.message_empty,
    failures.too_many_mentions,
    failures.may_not_write,
    failures.slow_mode,
    failures.newcomer_pace,
    failures.word_refused,
    failures.links_refused,
    failures.newcomer_links,
    mediaFailures.medium_not_found,
    mediaFailures.medium_not_usable,
  ],
})

export const noteTyping = route({
  method: 'POST',
  path: '/channels/:channelId/typing',
  caller: 'member',
  summary:
    'Tells those who have a conversation open that the caller types, for five seconds; stored nowhere. Elsewhere nobody is told.',
  input: z.object({ channelId }),
  output: z.object({}),
  failures: [failures.channel_not_found, failures.may_not_write],
})

export const editMessage = route({
  method: 'PUT',
  path: '/channels/:channelId/messages/:seq',
  caller: 'member',
  summary: 'Changes the text of a message of the caller, for 24 hours; that it was changed is shown.',
  input: z.object({ ...named, body }),
  output: message,
  failures: [
    failures.channel_not_found,
    failures.message_not_found,
    failures.message_empty,
    failures.too_many_mentions,
    failures.may_not_write,
    failures.word_refused,
    failures.links_refused,
    failures.newcomer_links,
    failures.edit_over,
  ],
})

export const deleteMessage = route({
  method: 'DELETE',
  path: '/channels/:channelId/messages/:seq',
  caller: 'member',
  summary: 'Deletes a message of the caller; where there are replies, its place stays.',
  input: z.object(named),
  output: z.object({}),
  failures: [failures.channel_not_found, failures.message_not_found],
})

export const reactToMessage = route({
  method: 'PUT',
  path: '/channels/:channelId/messages/:seq/reactions',
  caller: 'member',
  summary: 'Reacts with an emoji; again, it changes nothing.',
  input: z.object({ ...named, emoji }),
  output: z.object({ reactions: message.shape.reactions }),
  failures: [
    failures.channel_not_found,
    failures.message_not_found,
    failures.may_not_write,
    failures.reactions_full,
  ],
})

export const takeReactionBack = route({
  method: 'DELETE',
  path: '/channels/:channelId/messages/:seq/reactions',
  caller: 'member',
  summary: "Takes one of the caller's reactions back.",
  input: z.object({ ...named, emoji }),
  output: z.object({ reactions: message.shape.reactions }),
  failures: [failures.channel_not_found, failures.message_not_found],
})

export const markRead = route({
  method: 'PUT',
  path: '/channels/:channelId/read',
  caller: 'member',
  summary: 'Says up to which message the caller has read; it never goes back.',
  input: z.object({ channelId, seq }),
  output: z.object({ readSeq: z.number(), lastSeq: z.number() }),
  failures: [failures.channel_not_found],
})

export const muteChannel = route({
  method: 'PUT',
  path: '/channels/:channelId/notifications',
  caller: 'member',
  summary: 'Until when the caller is not notified of what is written there; null: they are.',
  input: z.object({ channelId, mutedUntil: z.nullable(moment) }),
  output: z.object({ mutedUntil: z.nullable(moment) }),
  failures: [failures.channel_not_found],
})

const memberBadge = z.object({ isHidden: z.boolean() })

export const getMemberBadge = route({
  method: 'GET',
  path: '/user/member-badge',
  caller: 'member',
  summary: 'Whether others see which plan the caller has, and since when, beside what they write.',
  input: z.object({}),
  output: memberBadge,
  failures: [],
})

export const setMemberBadge = route({
  method: 'PUT',
  path: '/user/member-badge',
  caller: 'member',
  summary: 'Hides or shows it.',
  input: memberBadge,
  output: memberBadge,
  failures: [],
})

export const channelRoutes = [
  getChannel,
  listMessages,
  searchMessages,
  suggestPeople,
  writeMessage,
  noteTyping,
  editMessage,
  deleteMessage,
  reactToMessage,
  takeReactionBack,
  markRead,
  muteChannel,
  getMemberBadge,
  setMemberBadge,
] as const
