import { platformFailures } from '#contract/http/route.ts'
import { pollFailures } from '#contract/polls/failures.ts'
import type { PollForm } from '#contract/polls/poll.ts'
import * as contract from '#contract/polls/routes.ts'
import { presentMessage } from '#server/domains/channels/service.ts'
import { publicMediaUrl } from '#server/domains/media/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { implement, type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import { type Limit, limited } from '#server/platform/http/limits.ts'

import { getManagedPoll, getSeenPoll, seesNames } from './access.ts'
import { closePoll } from './close.ts'
import { askInChannel } from './message-polls.ts'
import { showPoll } from './present.ts'
import { changePoll, writePoll } from './service.ts'
import { findVote, listVoteRows } from './vote-queries.ts'
import { votesCsv } from './votes-csv.ts'
import { castVote, takeVoteBack } from './voting.ts'

const VOTES_PER_PAGE = 30

const asksPerUser: Limit = { name: 'polls', points: 60, windowSeconds: 3600 }
const votesPerUser: Limit = { name: 'poll-votes', points: 60, windowSeconds: 60 }
/** Each reads every vote. */
const filesPerUser: Limit = { name: 'poll-file', points: 20, windowSeconds: 300 }

function askerOf<Id extends string | null>(call: {
  input: { pollId: string }
  viewer: { id: Id } | null
  now: Date
}) {
  return { pollId: call.input.pollId, viewerId: call.viewer?.id ?? null, now: call.now }
}

/** The same, to be shown the poll with its pictures. */
function lookerOf<Id extends string | null>(
  call: Parameters<typeof askerOf<Id>>[0] & { platform: { config: { secretKey: string | null } } },
) {
  return { ...askerOf(call), secretKey: call.platform.config.secretKey }
}

function formOf({
  question,
  options,
  pictures,
  choicesMin,
  choicesMax,
  minutes,
  ...rest
}: PollForm): PollForm {
  const { voters, results, secrecy, mayChange, weights } = rest
  const asked = { question, options, ...(pictures && { pictures }), choicesMin, choicesMax, minutes }
  return { ...asked, voters, results, secrecy, mayChange, weights }
}

export const pollImplementations: Implementation[] = [
  implementForMember(
    contract.createPoll,
    async (db, { input, viewer, now, platform }) => {
      if (viewer.creatorId === null) throw new Failure(platformFailures.forbidden)
      const pollId = await writePoll(db, {
        creatorId: viewer.creatorId,
        authorId: viewer.id,
        clientKey: input.clientKey,
        form: formOf(input),
        now,
      })
      return showPoll(db, { pollId, viewerId: viewer.id, now, secretKey: platform.config.secretKey })
    },
    limited(asksPerUser),
  ),

  implementForMember(
    contract.postPoll,
    async (db, { input, viewer, now, platform }) => {
      const { channelId, clientKey } = input
      const asked = { channelId, clientKey, authorId: viewer.id, form: formOf(input), now }
      const { place, message } = await askInChannel(db, asked)
      return presentMessage(db, message, { reader: place.reader, now, secretKey: platform.config.secretKey })
    },
    limited(asksPerUser),
  ),

  implement(contract.getPoll, (db, call) => showPoll(db, lookerOf(call))),

  implementForMember(
    contract.updatePoll,
    async (db, call) => {
      await getManagedPoll(db, askerOf(call))
      await changePoll(db, {
        id: call.input.pollId,
        viewerId: call.viewer.id,
        form: formOf(call.input),
        now: call.now,
      })
      return showPoll(db, lookerOf(call))
    },
    limited(asksPerUser),
  ),

  implementForMember(
    contract.vote,
    async (db, call) => {
      await castVote(db, { ...askerOf(call), viewerId: call.viewer.id }, call.input)
      return showPoll(db, lookerOf(call))
    },
    limited(votesPerUser),
  ),

  implementForMember(
    contract.takeVoteBack,
    async (db, call) => {
      await takeVoteBack(db, { ...askerOf(call), viewerId: call.viewer.id })
      return showPoll(db, lookerOf(call))
    },
    limited(votesPerUser),
  ),

  implementForMember(
    contract.closePoll,
    async (db, call) => {
      await getManagedPoll(db, askerOf(call))
      await closePoll(db, call.input.pollId, call.now)
      return showPoll(db, lookerOf(call))
    },
    limited(asksPerUser),
  ),

  implementForMember(contract.listVotes, async (db, call) => {
    const { input, viewer, now } = call
    const { row } = await getSeenPoll(db, askerOf(call))
    const hasVoted = (await findVote(db, row.id, viewer.id)) !== null
    if (!seesNames(row, { viewerId: viewer.id, hasVoted, now })) throw new Failure(pollFailures.votes_secret)
    const page = { beforeId: input.cursor ?? null, limit: input.limit ?? VOTES_PER_PAGE }
    const rows = await listVoteRows(db, { pollId: row.id, viewerId: viewer.id, ...page })
    return rows.map((each) => ({
      _id: each.id,
      name: each.name,
      profileImage: publicMediaUrl(each.profileImage),
      options: each.options,
      votedAt: each.votedAt.toISOString(),
    }))
  }),

  implementForMember(
    contract.getVotesFile,
    async (db, call) => {
      const { row } = await getSeenPoll(db, askerOf(call))
      if (row.ownerId !== call.viewer.id) throw new Failure(pollFailures.poll_not_found)
      if (row.secrecy === 'secret') throw new Failure(pollFailures.votes_secret)
      const csv = await votesCsv(db, row)
      const fileName = `cheers-poll-${call.now.toISOString().slice(0, 10)}.csv`
      return { fileName, contentType: 'text/csv', base64: Buffer.from(csv).toString('base64') }
    },
    { isHeavy: true, ...limited(filesPerUser) },
  ),
]
