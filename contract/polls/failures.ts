import { defineFailures } from '../http/route.ts'
import { pollMessages as messages } from './messages.ts'
import { NO_VOTE } from './rules.ts'

export const pollFailures = defineFailures({
  poll_not_found: { status: 404, message: messages.notFound },
  poll_closed: { status: 409, message: messages.closed },
  poll_not_open: { status: 409, message: messages.notOpen },
  poll_fixed: { status: 409, message: messages.fixed },
  poll_changed: { status: 409, message: messages.changed },
  /** `why`: one of `NO_VOTE`. */
  may_not_vote: {
    status: 403,
    message: messages.mayNotVote,
    messageOf: ({ why }) => {
      const known = NO_VOTE.find((reason) => reason === why)
      return known === undefined ? messages.mayNotVote : messages.noVote[known]
    },
  },
  vote_final: { status: 409, message: messages.voteFinal },
  choices_wrong: { status: 422, message: messages.votesChosen, field: 'options' },
  votes_secret: { status: 403, message: messages.secret },
  too_many_polls: { status: 422, message: messages.tooMany },
  may_not_ask: { status: 403, message: messages.mayNotAsk },
})
