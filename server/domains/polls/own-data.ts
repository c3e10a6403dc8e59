import type { OwnData, OwnPage } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listOwnPolls, listOwnVotes } from './own-data-queries.ts'

/** What their page asked. */
export const pageData: OwnDataPart = {
  about: 'page',
  async collect(db, creatorId): Promise<Pick<OwnPage, 'polls'>> {
    const polls = await listOwnPolls(db, creatorId)
    return { polls: polls.map(({ createdAt, ...poll }) => ({ ...poll, createdAt: createdAt.toISOString() })) }
  },
}

/** What they voted for, in secret polls too: it is theirs to know. */
export const voteData: OwnDataPart = {
  about: 'person',
  async collect(db, userId): Promise<Pick<OwnData, 'votes'>> {
    const votes = await listOwnVotes(db, userId)
    return { votes: votes.map(({ votedAt, ...vote }) => ({ ...vote, votedAt: votedAt.toISOString() })) }
  },
}
