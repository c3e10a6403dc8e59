import * as z from 'zod/mini'

import { id, listInput, moment } from '../fields.ts'
import { playback } from '../media/playback.ts'
import { isEmoji } from './emoji.ts'
import { channelMessages as messages } from './messages.ts'
import { MESSAGE_STATES, STATE_CAUSES } from './rules.ts'

export const channelId = id()

/** A message's number in its channel: 1, 2, 3 … */
export const seq = z.pipe(
  z.union([z.int().check(z.nonnegative()), z.string().check(z.regex(/^\d{1,9}$/))]),
  z.transform(Number),
)

export const named = { channelId, seq }

export const { limit } = listInput

export const emoji = z.string().check(z.refine(isEmoji, messages.emojiWrong))

/** Who wrote something, with what they are on the page where it stands. */
export const author = z.object({
  _id: id(),
  name: z.string(),
  profileImage: z.nullable(z.string()),
  isCreator: z.boolean(),
  isModerator: z.boolean(),
  /** The plan they support the page with, and for how many whole months; null: none, or they don't show it. */
  plan: z.nullable(
    z.object({
      name: z.string(),
      months: z.number(),
      /** How many of the page's plans cost less; screens colour it by that. */
      rank: z.number(),
    }),
  ),
})

/** A message that another one answers, in short. */
const quoted = z.object({
  /** null: a former member. */
  authorName: z.nullable(z.string()),
  /** Its beginning. */
  body: z.string(),
  mentions: z.array(z.object({ _id: id(), name: z.nullable(z.string()) })),
  mediaCount: z.number(),
})

/** As the viewer may see it. What others may not read any more has no text. */
export const message = z.object({
  _id: id(),
  seq: z.number(),
  /** null: it begins something; otherwise what it replies to. */
  rootSeq: z.nullable(z.number()),
  /** The message it answers; null: none. */
  quotedSeq: z.nullable(z.number()),
  /** null: it answers none, or one that the viewer doesn't see. Events leave it out, since readers don't see the same. */
  quoted: z.nullable(quoted),
  /** null: a former member. */
  author: z.nullable(author),
  /** Plain text; people are named in it as `<@id>`: see `contract/channels/body.ts`. */
  body: z.string(),
  /** The people named in it, by the name they have now; null: a former member. */
  mentions: z.array(z.object({ _id: id(), name: z.nullable(z.string()) })),
  state: z.enum(MESSAGE_STATES),
  /** Why it is held, hidden or removed: for its author, and for moderators. */
  because: z.nullable(z.object({ cause: z.enum(STATE_CAUSES), reason: z.string() })),
  media: z.array(playback),
  /** More than `media` has: its addresses are fetched with the message. */
  mediaCount: z.number(),
  /** A poll that it asks: see `contract/polls`. */
  pollId: z.nullable(id()),
  /** The most frequent first. */
  reactions: z.array(z.object({ emoji: z.string(), count: z.number(), isOwn: z.boolean() })),
  /** Replies that everyone who may read here sees. */
  replyCount: z.number(),
  isPinned: z.boolean(),
  writtenAt: moment,
  editedAt: z.nullable(moment),
})

export type Message = z.infer<typeof message>
export type Author = z.infer<typeof author>
