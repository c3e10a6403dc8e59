import * as z from 'zod/mini'

import { PLANS_PER_STEP_MAX, REACHES } from '../audiences/reach.ts'
import { id, moment, requiredText } from '../fields.ts'
import { playback } from '../media/playback.ts'
import { nameKey } from '../visible-text.ts'
import { pollMessages as messages } from './messages.ts'
import * as rules from './rules.ts'

const option = requiredText(messages.optionMissing, rules.POLL_OPTION_MAX_LENGTH, messages.optionTooLong)

/** A poll as it is written. */
export const pollForm = {
  /** Plain text. */
  question: requiredText(messages.questionMissing, rules.POLL_QUESTION_MAX_LENGTH, messages.questionTooLong),
  /** Plain text, in the order they are shown. */
  options: z.array(option).check(
    z.minLength(rules.POLL_OPTIONS_MIN, messages.optionsMissing),
    z.maxLength(rules.POLL_OPTIONS_MAX, messages.tooManyOptions),
    z.refine((options) => new Set(options.map(nameKey)).size === options.length, messages.optionsAlike),
  ),
  /** Pictures of the author's own, uploaded before, in the order of the options; null or left out: one has none. */
  pictures: z.optional(z.array(z.nullable(id())).check(z.maxLength(rules.POLL_OPTIONS_MAX))),
  /** How many options a vote names, at least and at most; 1 and 1: a single choice. */
  choicesMin: z.int().check(z.minimum(1, messages.choicesWrong)),
  choicesMax: z.int().check(z.maximum(rules.POLL_OPTIONS_MAX, messages.choicesWrong)),
  /** How long it is open, from when its post or message is out; null: until it is closed by hand. */
  minutes: z.nullable(
    z
      .int(messages.minutesWrong)
      .check(
        z.minimum(rules.POLL_MINUTES_MIN, messages.minutesWrong),
        z.maximum(rules.POLL_MINUTES_MAX, messages.minutesWrong),
      ),
  ),
  /** Who may vote, of those who see it and have an account. */
  voters: z
    .object({ reach: z.enum(REACHES), planIds: z.array(id()).check(z.maxLength(PLANS_PER_STEP_MAX)) })
    .check(
      z.refine(({ reach, planIds }) => (reach === 'plans') === planIds.length > 0, messages.plansMissing),
    ),
  results: z.enum(rules.POLL_RESULTS),
  secrecy: z.enum(rules.POLL_SECRECIES),
  /** Votes can be changed and taken back while it is open. */
  mayChange: z.boolean(),
  /** How often the vote of a plan's holders counts; 1 for all others. */
  weights: z
    .array(
      z.object({
        planId: id(),
        weight: z
          .int(messages.weightWrong)
          .check(z.minimum(1, messages.weightWrong), z.maximum(rules.POLL_WEIGHT_MAX, messages.weightWrong)),
      }),
    )
    .check(z.maxLength(PLANS_PER_STEP_MAX)),
}

/** A poll as the viewer may see it. */
export const poll = z.object({
  _id: id(),
  /** One more with each change: a vote names what the voter saw. */
  revision: z.number(),
  question: z.string(),
  options: z.array(
    z.object({
      text: z.string(),
      /** null: it has none. */
      picture: z.nullable(playback),
      /** People, and the weight of their votes; null: the results aren't shown to the viewer now. */
      votes: z.nullable(z.number()),
      weight: z.nullable(z.number()),
    }),
  ),
  choicesMin: z.number(),
  choicesMax: z.number(),
  state: z.enum(rules.POLL_STATES),
  /** null: closed by hand, or not open yet. */
  closesAt: z.nullable(moment),
  closedAt: z.nullable(moment),
  results: z.enum(rules.POLL_RESULTS),
  secrecy: z.enum(rules.POLL_SECRECIES),
  mayChange: z.boolean(),
  /** Plans whose votes count more than once. */
  weights: z.array(z.object({ planName: z.string(), weight: z.number() })),
  voters: z.object({ reach: z.enum(REACHES), planNames: z.array(z.string()) }),
  /** How many people voted, and the weight of their votes; null: the results aren't shown to the viewer now. */
  voterCount: z.nullable(z.number()),
  totalWeight: z.nullable(z.number()),
  /** What the viewer voted for, by the options' places from 0. */
  own: z.nullable(z.object({ options: z.array(z.number()), weight: z.number(), votedAt: moment })),
  /** Why the viewer may not vote; null: they may, while it is open. */
  whyNot: z.nullable(z.enum(rules.NO_VOTE)),
  /** How often the viewer's vote would count. */
  ownWeight: z.number(),
  pageHandle: z.string(),
  /** The viewer may change and close it. */
  mayManage: z.boolean(),
  /** The viewer may see who voted for what. */
  seesNames: z.boolean(),
  /** The viewer may have the votes as a file. */
  mayExport: z.boolean(),
  /** What it was written as, for whoever may change it; `isFixed`: only its end can be changed now. */
  form: z.nullable(z.object({ ...pollForm, isFixed: z.boolean() })),
})

export type Poll = z.infer<typeof poll>
export type PollForm = z.infer<z.ZodMiniObject<typeof pollForm>>
