import * as z from 'zod/mini'

import { audienceSteps } from '../audiences/steps.ts'
import { author } from '../channels/message.ts'
import { id, moment, titleText } from '../fields.ts'
import { CURRENCIES } from '../money.ts'
import { liveMessages as messages } from './messages.ts'
import { LIVE_VIDEOS } from './broadcast-rules.ts'
import {
  LIVE_DOORS,
  LIVE_KEYS,
  LIVE_QUESTIONS,
  LIVE_REPLAYS,
  LIVE_STATES,
  LIVE_TEXT_MAX_LENGTH,
  LIVE_TITLE_MAX_LENGTH,
  QUESTION_STATES,
} from './rules.ts'

/** What a creator says about a session; the form checks it by the same rules as the server. */
export const liveForm = {
  title: titleText(messages.titleRequired, LIVE_TITLE_MAX_LENGTH, messages.titleTooLong),
  text: z.string().check(z.trim(), z.maxLength(LIVE_TEXT_MAX_LENGTH, messages.textTooLong)),
  startsAt: z.iso.datetime(messages.startRequired),
  /** Who may come. */
  audience: audienceSteps,
  questions: z.enum(LIVE_QUESTIONS),
  anonymousAllowed: z.boolean(),
  replay: z.enum(LIVE_REPLAYS),
  /** Where its picture comes from. */
  video: z.optional(z.enum(LIVE_VIDEOS)),
}

/** A session as somebody finds it. */
export const liveSession = z.object({
  /** Also the id of its channel. */
  _id: id(),
  pageHandle: z.string(),
  title: z.string(),
  /** Empty for those who may not come. */
  text: z.string(),
  startsAt: moment,
  state: z.enum(LIVE_STATES),
  liveAt: z.nullable(moment),
  endedAt: z.nullable(moment),
  door: z.enum(LIVE_DOORS),
  /** Of a locked one: what opens it; null: nothing does at the moment. */
  key: z.nullable(z.enum(LIVE_KEYS)),
  /** The cheapest plan that opens it; of `plan`. */
  plan: z.nullable(
    z.object({ _id: id(), name: z.string(), price: z.number(), currency: z.enum(CURRENCIES) }),
  ),
  questions: z.enum(LIVE_QUESTIONS),
  anonymousAllowed: z.boolean(),
  video: z.enum(LIVE_VIDEOS),
  /** Its picture is coming in. */
  isOnAir: z.boolean(),
  /** The caller asked to be reminded. */
  isReminded: z.boolean(),
  isOwner: z.boolean(),
  mayModerate: z.boolean(),
  /** Questions, and how many of them not everyone sees. */
  asked: z.number(),
  unshown: z.number(),
  /** People who are there. */
  present: z.number(),
  /** Rises when its time is changed or it is called off, as calendars want to know. */
  sequence: z.number(),
  /** By the server's clock, for countdowns. */
  now: moment,
  /** The post it has become; null: none, or not yet. */
  replayPath: z.nullable(z.string()),
  /** How it is set up, and who came; only for its owner. */
  settings: z.nullable(
    z.object({
      audience: audienceSteps,
      replay: z.enum(LIVE_REPLAYS),
      /** At most at once, and in all. */
      peak: z.number(),
      attended: z.number(),
      /** A draft it has become. */
      draftPath: z.nullable(z.string()),
      /** Of its picture; null: there is none yet. */
      health: z.nullable(
        z.object({
          /** In bits a second, over the last ten segments. */
          bitrate: z.number(),
          lastSegmentAt: moment,
          segments: z.number(),
        }),
      ),
    }),
  ),
})

export type LiveSession = z.infer<typeof liveSession>

export const question = z.object({
  _id: id(),
  /** Empty: its asker took it back, or left. */
  body: z.string(),
  state: z.enum(QUESTION_STATES),
  votes: z.number(),
  hasVoted: z.boolean(),
  isOwn: z.boolean(),
  isAnonymous: z.boolean(),
  /** null: it is anonymous, or a former member's. */
  asker: z.nullable(author),
  /** Empty: it was answered aloud, or isn't yet. */
  answer: z.string(),
  /** Why it was declined; only for its asker and moderators. */
  reason: z.string(),
  askedAt: moment,
  takenAt: z.nullable(moment),
  answeredAt: z.nullable(moment),
  /** Where it was taken in the recording: which one, from 1, and the second. null: in none. */
  chapter: z.nullable(z.object({ part: z.number(), second: z.number() })),
})

export type Question = z.infer<typeof question>
