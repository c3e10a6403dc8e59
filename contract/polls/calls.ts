import type { CallOf } from '../http/route.ts'
import type * as routes from './routes.ts'

export const createPoll: CallOf<typeof routes.createPoll> = { method: 'POST', path: '/polls' }
export const postPoll: CallOf<typeof routes.postPoll> = { method: 'POST', path: '/channels/:channelId/polls' }
export const getPoll: CallOf<typeof routes.getPoll> = { method: 'GET', path: '/polls/:pollId' }
export const updatePoll: CallOf<typeof routes.updatePoll> = { method: 'PUT', path: '/polls/:pollId' }
export const vote: CallOf<typeof routes.vote> = { method: 'PUT', path: '/polls/:pollId/vote' }
export const takeVoteBack: CallOf<typeof routes.takeVoteBack> = {
  method: 'DELETE',
  path: '/polls/:pollId/vote',
}
export const closePoll: CallOf<typeof routes.closePoll> = { method: 'POST', path: '/polls/:pollId/close' }
export const listVotes: CallOf<typeof routes.listVotes> = { method: 'GET', path: '/polls/:pollId/votes' }
export const getVotesFile: CallOf<typeof routes.getVotesFile> = {
  method: 'GET',
  path: '/polls/:pollId/votes.csv',
}
