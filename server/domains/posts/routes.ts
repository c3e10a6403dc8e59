import { postMessages } from '#contract/posts/messages.ts'
import * as contract from '#contract/posts/routes.ts'
import { platformFailures } from '#contract/http/route.ts'
import { getCreatorByHandle } from '#server/domains/creators/service.ts'
import { Failure } from '#server/platform/failure.ts'
import {
  implement,
  type Implementation,
  implementForMember,
  implementInPhases,
} from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { fetchLinkPreview } from './link-preview.ts'
import { listPostsOfCreator, listRecentPosts } from './queries.ts'
import { presentPost, publishPost, takeDownPost } from './service.ts'

const POSTS_PER_PAGE = 20

/** More than anybody writes; what goes beyond is a program. */
const postsPerUser: Limit = { name: 'create-post', points: 600, windowSeconds: 3600 }

/** Each preview makes this server visit a stranger's. */
const previewsPerUser: Limit = { name: 'link-preview', points: 30, windowSeconds: 300 }

function pageOf(input: { cursor?: string | undefined; limit?: number | undefined }) {
  return { beforeId: input.cursor ?? null, limit: input.limit ?? POSTS_PER_PAGE }
}

export const postImplementations: Implementation[] = [
  implement(contract.getPosts, async (db, { input, viewer, now }) =>
    (await listRecentPosts(db, { viewerId: viewer?.id ?? null, now }, pageOf(input))).map(presentPost),
  ),

  implement(contract.getPostsByPageHandle, async (db, { input, viewer, now }) => {
    const creator = await getCreatorByHandle(db, input.pageHandle)
    const reader = { viewerId: viewer?.id ?? null, now }
    return (await listPostsOfCreator(db, reader, creator.id, pageOf(input))).map(presentPost)
  }),

  implementForMember(
    contract.createPost,
    async (db, { input, viewer, now }) => {
      if (viewer.creatorId === null) throw new Failure(platformFailures.forbidden)
      const post = await publishPost(db, {
        viewer,
        creatorId: viewer.creatorId,
        content: input.content,
        planId: input.planId || null,
        now,
      })
      return { msg: postMessages.created, post: presentPost(post) }
    },
    { limits: [{ limit: postsPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(contract.deletePost, async (db, { input, viewer, now }) => {
    await takeDownPost(db, viewer, input.id, now)
    return { msg: postMessages.deleted }
  }),

  implementInPhases(
    contract.linkPreview,
    async (_, { input }) => {
      const result = await fetchLinkPreview(input.url)
      if (!result.ok)
        return {
          success: 0 as const,
          link: input.url,
          meta: { title: '', description: '', image: { url: '' } },
        }
      const { link, title, description, imageUrl } = result.preview
      return { success: 1 as const, link, meta: { title, description, image: { url: imageUrl ?? '' } } }
    },
    { limits: [{ limit: previewsPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),
]
