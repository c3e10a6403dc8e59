import * as z from 'zod/mini'

import { id, listInput, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { BELL_MAX_ROWS, NOTICE_KINDS, type NoticeKind } from './kinds.ts'

const noticeKind = z.enum(Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]])

/** One row of the bell: what happened, as often as it did while it was unread. */
const notice = z.object({
  /** Its place in the list, for the cursor; it moves when more is added to the row. */
  _id: z.string(),
  id: id(),
  kind: noticeKind,
  count: z.number(),
  /** The last people who did it, the last one first; people who left, or whom the caller blocked, are left out. */
  actors: z.array(z.object({ name: z.string(), profileImage: z.nullable(z.string()) })),
  page: z.nullable(
    z.object({ pageName: z.string(), pageHandle: z.string(), profileImage: z.nullable(z.string()) }),
  ),
  /** Of the post or session it is about, or the room of a poll; null: it is about none, or about a post without a title. */
  title: z.nullable(z.string()),
  /** The name of the room that its message was written in; null: it is about a comment, or about no message. */
  room: z.nullable(z.string()),
  /** Why a moderator took the caller's message away; null: they said nothing, or it is about something else. */
  reason: z.nullable(z.string()),
  /** Of the payout it is about, written out. */
  amount: z.nullable(z.string()),
  /** Where it leads. */
  path: z.string(),
  at: moment,
  isRead: z.boolean(),
})
export type Notice = z.infer<typeof notice>

export const listNotifications = route({
  method: 'GET',
  path: '/notifications',
  caller: 'member',
  summary: "The caller's notifications, newest first; the cursor is the _id of the last one seen.",
  input: z.object({
    ...listInput,
    cursor: z.optional(z.string().check(z.regex(/^\d{1,17}_[0-9a-f-]{36}$/))),
  }),
  output: z.array(notice),
  failures: [],
})

export const getBadges = route({
  method: 'GET',
  path: '/notifications/badges',
  caller: 'member',
  summary:
    'What waits for the caller: unread notifications (at most 100 are counted), refund requests, held messages, reports.',
  input: z.object({}),
  output: z.object({
    notifications: z.number(),
    /** Refund requests that wait for a creator's decision; 0 for everybody else. */
    refundRequests: z.number(),
    /** Messages that wait for approval where the caller keeps order. */
    heldMessages: z.number(),
    /** Conversations with something unread, without muted ones. */
    messages: z.number(),
    /** Reports of messages that everyone sees, which wait for a decision there. */
    openReports: z.number(),
    /** The caller keeps order on a page: their own, or one that named them. */
    keepsOrder: z.boolean(),
    /** Until when somebody on the staff sees part of the account, with a pass that the caller gave; null: nobody does. */
    seenUntil: z.nullable(moment),
    /** Whether we know in which time zone the caller is. */
    isTimeZoneKnown: z.boolean(),
  }),
  failures: [],
})

export const readNotifications = route({
  method: 'PUT',
  path: '/notifications/read',
  caller: 'member',
  summary: 'Marks notifications as read: those named, those of a new post, or all.',
  input: z.object({
    ids: z.optional(z.array(id()).check(z.maxLength(BELL_MAX_ROWS))),
    /** What tells of this post. */
    postId: z.optional(id()),
    all: z.optional(z.literal(true)),
  }),
  output: z.object({ read: z.number() }),
  failures: [],
})

export const bellRoutes = [listNotifications, getBadges, readNotifications] as const
