import type { PollGate } from '#server/domains/polls/service.ts'

import { findPollStanding, listPollReaders } from './queries.ts'

/** A poll in a post is there for those who may read the post, and above its line for everyone. */
export const postPollGate: PollGate = {
  kind: 'post',
  findStanding: async (db, { placeId, ...asked }) =>
    (await findPollStanding(db, { postId: placeId, ...asked })) ?? { mayRead: false, isBlocked: false },
  listReaders: (db, { placeId, ...asked }) => listPollReaders(db, { postId: placeId, ...asked }),
}
