import { findListedPost, withholdPost, wordsOf } from '#server/domains/posts/service.ts'

import type { TargetType } from './target-type.ts'

/** So much of a post's text is kept. */
const KEPT_LENGTH = 8000

/** A published post, which its page's creator answers for. */
export const postTarget: TargetType = {
  async find(db, { id }) {
    const post = await findListedPost(db, id)
    if (!post) return null
    const { title, teaser, html, ownerId, publishedAt } = post
    const body = [title, teaser, wordsOf(html)].filter(Boolean).join('\n\n').slice(0, KEPT_LENGTH)
    return {
      concernedId: ownerId,
      creatorId: post.creatorId,
      channel: null,
      isModerated: false,
      lines: [{ authorId: ownerId, body, writtenAt: publishedAt, isReported: true }],
    }
  },
  apply: (db, { id, effect }, now) =>
    withholdPost(db, { postId: id, isWithheld: effect !== 'restore' && effect !== 'release', now }),
}
