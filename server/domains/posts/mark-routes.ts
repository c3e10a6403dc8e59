import { POSTS_PER_PAGE } from '#contract/posts/limits.ts'
import * as contract from '#contract/posts/mark-routes.ts'
import { implement, type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { postLiked } from './events.ts'
import { findPostMedia } from './media.ts'
import {
  countLikes,
  deleteLike,
  deleteSave,
  insertLike,
  insertSave,
  listMarked,
  listMarks,
} from './mark-queries.ts'
import { checkMarkable, presentPost } from './service.ts'

/** A press a second, for ten minutes on end. */
const marksPerUser: Limit = { name: 'mark-post', points: 600, windowSeconds: 600 }
const LIMITED = {
  limits: [
    {
      limit: marksPerUser,
      by: (call: { viewer: { id: string } | null; ip: string }) => call.viewer?.id ?? call.ip,
    },
  ],
}

/** What readers leave on posts: likes, and posts saved for later. */
export const postMarkImplementations: Implementation[] = [
  implementForMember(
    contract.likePost,
    async (db, { input, viewer, now }) => {
      await checkMarkable(db, viewer, input.id, now)
      const like = { postId: input.id, userId: viewer.id }
      if (await insertLike(db, { ...like, now })) await emit(db, postLiked, like, now)
      return { count: await countLikes(db, input.id) }
    },
    LIMITED,
  ),

  // Whoever lost access may still take a mark back.
  implementForMember(
    contract.unlikePost,
    async (db, { input, viewer, now }) => {
      await deleteLike(db, { postId: input.id, userId: viewer.id })
      const [marks] = await listMarks(db, { viewerId: viewer.id, now }, [input.id])
      return { count: marks?.likes ?? 0 }
    },
    LIMITED,
  ),

  implementForMember(
    contract.savePost,
    async (db, { input, viewer, now }) => {
      await checkMarkable(db, viewer, input.id, now)
      await insertSave(db, { postId: input.id, userId: viewer.id, now })
      return {}
    },
    LIMITED,
  ),

  implementForMember(
    contract.unsavePost,
    async (db, { input, viewer }) => {
      await deleteSave(db, { postId: input.id, userId: viewer.id })
      return {}
    },
    LIMITED,
  ),

  implement(contract.getPostMarks, async (db, { input, viewer, now }) => {
    const marks = await listMarks(db, { viewerId: viewer?.id ?? null, now }, input.ids)
    return marks.map(({ id, ...mark }) => ({ _id: id, ...mark }))
  }),

  implementForMember(contract.listMarkedPosts, async (db, { input, viewer, now, platform }) => {
    const reader = { viewerId: viewer.id, now, platform }
    const [atMicros = '', postId = ''] = input.cursor?.split('_') ?? []
    const rows = await listMarked(db, reader, {
      kind: input.mark,
      before: input.cursor === undefined ? null : { atMicros, postId },
      limit: input.limit ?? POSTS_PER_PAGE,
    })
    const media = await findPostMedia(db, rows, reader)
    return rows.map((row) => ({ _id: `${row.atMicros}_${row.id}`, post: presentPost(row, media) }))
  }),
]
