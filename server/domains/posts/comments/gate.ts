import type { WhyNot } from '#contract/channels/rules.ts'
import type { ChannelGate, Standing } from '#server/domains/channels/service.ts'

import { type CommentingRow, findCommentable, findCommenting, listReadersOf } from './queries.ts'

const NOTHING: Standing = { mayRead: false, whyNot: null, fromSeq: 0 }

/** The comments of a post are a channel with the post's id, which the first of them opens. */
export const commentGate: ChannelGate = {
  kind: 'post',
  findUnopened: findCommentable,

  async findStanding(db, { channelId, viewerId, now }) {
    const row = await findCommenting(db, { viewerId, now }, channelId)
    if (!row?.canRead) return NOTHING
    return { mayRead: true, whyNot: whyNotComment(row, viewerId), fromSeq: 0 }
  },

  listReaders: (db, { channelId, userIds, now }) => listReadersOf(db, { postId: channelId, userIds, now }),
}

function whyNotComment(row: CommentingRow, viewerId: string | null): WhyNot | null {
  if (viewerId === null) return 'signed_out'
  if (row.isOwner) return null
  if (row.isBlocked) return 'blocked'
  if (row.commentsFrom === 'readers') return null
  return row.commentsFrom === 'nobody' || !row.isReached ? row.commentsFrom : null
}
