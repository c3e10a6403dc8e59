import * as z from 'zod/mini'

import { channelFailures } from '../channels/failures.ts'
import { message } from '../channels/message.ts'
import { id, listInput, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { mediaFailures } from '../media/failures.ts'
import { planFailures } from '../plans/failures.ts'
import { pollFailures as failures } from './failures.ts'
import { pollMessages as messages } from './messages.ts'
import { poll, pollForm } from './poll.ts'

const named = { pollId: id() }

const fitting = z.refine<{ choicesMin: number; choicesMax: number; options: string[] }>(
  ({ choicesMin, choicesMax, options }) => choicesMin <= choicesMax && choicesMax <= options.length,
  { message: messages.choicesWrong, path: ['choicesMax'] },
)

const ofPictures = [mediaFailures.medium_not_found, mediaFailures.medium_not_usable] as const

export const createPoll = route({
  method: 'POST',
  path: '/polls',
  caller: 'creator',
  summary:
    'Writes a poll of the caller’s page, for a post to hold: it opens with the post. Repeated with its clientKey, it answers the poll that is there.',
  input: z.object({ clientKey: id(), ...pollForm }).check(fitting),
  output: poll,
  failures: [planFailures.plan_not_found, ...ofPictures],
})

export const postPoll = route({
  method: 'POST',
  path: '/channels/:channelId/polls',
  caller: 'member',
  summary:
    'Asks a poll in a room, in a message of its own that opens it, for the page’s owner and moderators. Repeated with its clientKey, it answers the message that is there.',
  input: z.object({ channelId: id(), clientKey: id(), ...pollForm }).check(fitting),
  output: message,
  failures: [
    channelFailures.channel_not_found,
    channelFailures.may_not_write,
    planFailures.plan_not_found,
    failures.may_not_ask,
    ...ofPictures,
  ],
})

export const getPoll = route({
  method: 'GET',
  path: '/polls/:pollId',
  caller: 'anyone',
  summary:
    'A poll, for whoever may see what it hangs on; totals only where its rule shows them to the caller.',
  input: z.object(named),
  output: poll,
  failures: [failures.poll_not_found],
})

export const updatePoll = route({
  method: 'PUT',
  path: '/polls/:pollId',
  caller: 'member',
  summary:
    'Changes a poll, for the page’s owner and its author; from the first vote on only how long it is open.',
  input: z.object({ ...named, ...pollForm }).check(fitting),
  output: poll,
  failures: [
    failures.poll_not_found,
    failures.poll_closed,
    failures.poll_fixed,
    planFailures.plan_not_found,
    ...ofPictures,
  ],
})

export const vote = route({
  method: 'PUT',
  path: '/polls/:pollId/vote',
  caller: 'member',
  summary:
    'Votes, or votes again where votes may be changed. The right to vote and the weight are those of this moment.',
  input: z.object({
    ...named,
    /** Places of the options, from 0. */
    options: z.array(z.int().check(z.nonnegative())).check(z.maxLength(20)),
    /** Of the poll that the voter saw: one that was changed since is not voted on. Left out: whichever it is now. */
    revision: z.optional(z.int()),
  }),
  output: poll,
  failures: [
    failures.poll_not_found,
    failures.poll_not_open,
    failures.poll_closed,
    failures.may_not_vote,
    failures.vote_final,
    failures.poll_changed,
    failures.choices_wrong,
  ],
})

export const takeVoteBack = route({
  method: 'DELETE',
  path: '/polls/:pollId/vote',
  caller: 'member',
  summary: 'Takes the caller’s vote back, where votes may be changed; without one, it changes nothing.',
  input: z.object(named),
  output: poll,
  failures: [failures.poll_not_found, failures.poll_closed, failures.vote_final],
})

export const closePoll = route({
  method: 'POST',
  path: '/polls/:pollId/close',
  caller: 'member',
  summary:
    'Closes a poll for good and keeps its result, for the page’s owner and its author; again, it changes nothing.',
  input: z.object(named),
  output: poll,
  failures: [failures.poll_not_found, failures.poll_not_open],
})

export const listVotes = route({
  method: 'GET',
  path: '/polls/:pollId/votes',
  caller: 'member',
  summary:
    'Who voted for what, the latest first: for everyone who sees the results, or the page’s owner alone, as the poll says.',
  input: z.object({ ...named, ...listInput }),
  output: z.array(
    z.object({
      _id: id(),
      /** null: a former member. */
      name: z.nullable(z.string()),
      profileImage: z.nullable(z.string()),
      options: z.array(z.number()),
      votedAt: moment,
    }),
  ),
  failures: [failures.poll_not_found, failures.votes_secret],
})

export const getVotesFile = route({
  method: 'GET',
  path: '/polls/:pollId/votes.csv',
  caller: 'member',
  summary:
    'The votes as CSV (name, plan, weight, options, moment), for the page’s owner; not of secret polls.',
  input: z.object(named),
  output: z.object({ fileName: z.string(), contentType: z.string(), base64: z.string() }),
  failures: [failures.poll_not_found, failures.votes_secret],
})

export const pollRoutes = [
  createPoll,
  postPoll,
  getPoll,
  updatePoll,
  vote,
  takeVoteBack,
  closePoll,
  listVotes,
  getVotesFile,
] as const
