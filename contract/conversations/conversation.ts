import * as z from 'zod/mini'

import { author } from '../channels/message.ts'
import { id, moment } from '../fields.ts'
import { CONVERSATION_KINDS, PARTICIPANT_STATES } from './rules.ts'

/** A person, or the page of a creator, in a list of conversations. */
export const face = z.object({
  _id: id(),
  /** null: a former member. */
  name: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
  /** Of a creator who appears as their page; null: they appear as themselves. */
  pageHandle: z.nullable(z.string()),
})

/** A message in short. */
export const found = z.object({
  /** null: a former member. */
  authorName: z.nullable(z.string()),
  isOwn: z.boolean(),
  body: z.string(),
  /** People named in it, by the name they have now; null: a former member. */
  mentions: z.array(z.object({ _id: id(), name: z.nullable(z.string()) })),
  mediaCount: z.number(),
})

/** A conversation in the list. */
export const summary = z.object({
  /** Also the id of its channel. */
  _id: id(),
  kind: z.enum(CONVERSATION_KINDS),
  /** Of a group; empty: it is called by its people. */
  name: z.string(),
  /** The other one of a pair, or up to four others of a group, who came first. */
  people: z.array(face),
  /** How many are in it, with the caller. */
  peopleCount: z.number(),
  /** `requested`: somebody asks to write to the caller. */
  state: z.enum(PARTICIPANT_STATES),
  /** The newest message the caller sees; null: none is left. */
  latest: z.nullable(found),
  lastAt: moment,
  isUnread: z.boolean(),
  /** Messages after the last one the caller has read; 0: it is read. */
  unreadCount: z.number(),
  /** null: it isn't muted now. */
  mutedUntil: z.nullable(moment),
})
export type ConversationSummary = z.infer<typeof summary>

/** Somebody in a conversation. */
const participant = z.object({
  ...author.shape,
  /** null: a former member. */
  name: z.nullable(z.string()),
  pageHandle: z.nullable(z.string()),
  isOwner: z.boolean(),
  /** Up to where they have read; null: they or the caller don't show that. */
  readSeq: z.nullable(z.number()),
})

/** A conversation as one of its people finds it. */
export const conversation = z.object({
  _id: id(),
  kind: z.enum(CONVERSATION_KINDS),
  name: z.string(),
  /** Everyone in it but the caller, by when they came. */
  people: z.array(participant),
  state: z.enum(PARTICIPANT_STATES),
  /** The caller opened the group. */
  isOwner: z.boolean(),
  /** The page whose creator appears as it here; null: none. */
  pageHandle: z.nullable(z.string()),
  /** The caller has blocked the other one of the pair. */
  isBlockedByMe: z.boolean(),
  /** null: it isn't muted now. */
  mutedUntil: z.nullable(moment),
  /** When an unanswered request will be gone; null: it is none. */
  requestUntil: z.nullable(moment),
})
export type Conversation = z.infer<typeof conversation>
