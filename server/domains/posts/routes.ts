import { fixSteps } from '#contract/audiences/release.ts'
import { POSTS_PER_PAGE } from '#contract/posts/limits.ts'
import { postMessages } from '#contract/posts/messages.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import * as mediaContract from '#contract/media/routes.ts'
import { mediumKind, UPLOAD_MAX_BYTES } from '#contract/media/rules.ts'
import { getFeed } from '#contract/posts/feed-routes.ts'
import { planFailures } from '#contract/plans/failures.ts'
import * as contract from '#contract/posts/routes.ts'
import { platformFailures } from '#contract/http/route.ts'
import { audienceOfPlan } from '#server/domains/audiences/service.ts'
import { getCreatorByHandle, getOwnPage } from '#server/domains/creators/service.ts'
import { findOfferedPlan } from '#server/domains/plans/service.ts'
import { discardMedium } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import {
  implement,
  type Implementation,
  implementForMember,
  implementInPhases,
  type Viewer,
} from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { createLine } from '#server/platform/line.ts'
import type { Platform } from '#server/platform/platform.ts'

import { listCollectionsWith } from './collections/collections.ts'
import { readContent } from './content.ts'
import { getDownload } from './downloads.ts'
import { listPostsOfFeed } from './feed-queries.ts'
import { fetchLinkPreview } from './link-preview.ts'
import { findPostMedia, getPlayback, receiveMedium, videoLinkOf } from './media.ts'
import { findNeighbours } from './neighbours.ts'
import { noteMediumOpened, noteOpening } from './openings.ts'
import type { PostRow } from './listed-post-queries.ts'
import { listPostsOfCreator, listPostsOfCreatorAs, listRecentPosts } from './queries.ts'
import { getShownPost, getShownPostAt, presentPost, publishPost } from './service.ts'
import { deleteOwnPost } from './writing/deletion.ts'

/** More than anyone writes; only a program exceeds it. */
const postsPerUser: Limit = { name: 'create-post', points: 600, windowSeconds: 3600 }

/** Each preview makes this server visit a stranger's. */
const previewsPerUser: Limit = { name: 'link-preview', points: 30, windowSeconds: 300 }

/** Each takes up to five seconds, and half a megabyte to parse. */
const fetches = createLine({ atOnce: 16, waitingMax: 32, waitingPerCaller: 3, retryAfterSeconds: 5 })

function pageOf(input: { cursor?: string | undefined; limit?: number | undefined }) {
  return { beforeId: input.cursor ?? null, limit: input.limit ?? POSTS_PER_PAGE }
}

interface PostReader {
  viewerId: string | null
  now: Date
  platform: Platform
}

function readerOf(call: { viewer: Viewer | null; now: Date; platform: Platform }): PostReader {
  return { viewerId: call.viewer?.id ?? null, now: call.now, platform: call.platform }
}

/** Without repetitions: a medium is in a post once. */
function mediaIdsOf(input: {
  mediaId?: string | null | undefined
  mediaIds?: string[] | undefined
}): string[] {
  return [...new Set([...(input.mediaId ? [input.mediaId] : []), ...(input.mediaIds ?? [])])]
}

async function presentPosts(db: Db, rows: readonly PostRow[], reader: PostReader) {
  const media = await findPostMedia(db, rows, reader)
  return rows.map((row) => presentPost(row, media))
}

/** A whole post that was asked for on its own: whoever may read it has opened it. */
async function presentOpened(db: Db, post: PostRow, reader: PostReader) {
  if (reader.viewerId !== null && post.html !== null)
    noteOpening(reader.platform, { postId: post.id, memberId: reader.viewerId, at: reader.now })
  return presentPost(post, await findPostMedia(db, [post], reader))
}

export const postImplementations: Implementation[] = [
  implement(contract.getPosts, async (db, call) => {
    const reader = readerOf(call)
    return presentPosts(db, await listRecentPosts(db, reader, pageOf(call.input)), reader)
  }),

  implementForMember(getFeed, async (db, call) => {
    const reader = readerOf(call)
    const page = { ...pageOf(call.input), isUnread: call.input.only === 'unread' }
    return presentPosts(db, await listPostsOfFeed(db, reader, page), reader)
  }),

  implement(contract.getPostsByPageHandle, async (db, call) => {
    const creator = await getCreatorByHandle(db, call.input.pageHandle)
    const reader = readerOf(call)
    return presentPosts(db, await listPostsOfCreator(db, reader, creator.id, pageOf(call.input)), reader)
  }),

  implementForMember(contract.viewPostsAs, async (db, call) => {
    const creator = await getOwnPage(db, call.input.pageHandle, call.viewer)
    const { planId = null } = call.input
    const plan = planId === null ? null : await findOfferedPlan(db, planId)
    if (planId !== null && plan?.creatorId !== creator.id) throw new Failure(planFailures.plan_not_found)
    const asked = { planId, creatorId: creator.id, now: call.now }
    return presentPosts(db, await listPostsOfCreatorAs(db, asked, pageOf(call.input)), readerOf(call))
  }),

  implement(contract.getPost, async (db, call) => {
    const post = await getShownPost(db, call.viewer, call.input.id, call.now)
    return presentOpened(db, post, readerOf(call))
  }),

  implement(contract.getPostByAddress, async (db, call) => {
    const post = await getShownPostAt(db, call.viewer, call.input, call.now)
    return {
      post: await presentOpened(db, post, readerOf(call)),
      ...(await findNeighbours(db, post, readerOf(call))),
      collections: await listCollectionsWith(db, post),
    }
  }),

  implement(mediaContract.getPlayback, async (db, call) =>
    getPlayback(db, call.input.mediaId, readerOf(call)),
  ),

  implement(mediaContract.getDownload, (db, call) => getDownload(db, call.input.mediaId, readerOf(call))),

  implementForMember(mediaContract.notePlayed, async (db, { input, viewer, now, platform }) => {
    const opened = { mediaId: input.mediaId, memberId: viewer.id, at: now }
    if (!(await noteMediumOpened(db, platform, opened))) throw new Failure(mediaFailures.medium_not_found)
    return {}
  }),

  implementInPhases(
    contract.createPost,
    async (inTransaction, { input, viewer, files, now, platform }) => {
      const { creatorId } = viewer
      if (creatorId === null) throw new Failure(platformFailures.forbidden)
      const videoLink = videoLinkOf(input)
      // A picture speaks for itself, and so does a file to download.
      const sentFiles = Object.keys(files).length + mediaIdsOf(input).length + (input.files ?? []).length
      const mayBeEmpty = sentFiles > 0 || videoLink !== null
      const content = await readContent(input.content, { mayBeEmpty })
      const sent = await receiveMedium(platform, inTransaction, { files, input, videoLink, viewer, now })
      try {
        return await inTransaction(async (db) => {
          const post = await publishPost(db, {
            viewer,
            creatorId,
            title: input.title || null,
            content,
            audience: input.audience ? fixSteps(input.audience, now) : audienceOfPlan(input.planId || null),
            mediaIds: sent === null ? mediaIdsOf(input) : [sent],
            videoLink,
            teaser: input.teaser || null,
            coverId: input.coverId || null,
            files: input.files ?? [],
            now,
          })
          const media = await findPostMedia(db, [post], { viewerId: viewer.id, now, platform })
          return { msg: postMessages.created, post: presentPost(post, media) }
        })
      } catch (error) {
        // The post was refused, so nobody will ever see this file.
        if (sent !== null) await inTransaction((db) => discardMedium(db, sent))
        throw error
      }
    },
    {
      limits: [{ limit: postsPerUser, by: (call) => call.viewer?.id ?? call.ip }],
      files: {
        names: mediumKind.options,
        mayBeText: true,
        maxBytes: UPLOAD_MAX_BYTES,
        maxFiles: 1,
        tooLarge: mediaFailures.medium_too_large,
        tooMany: mediaFailures.one_medium_only,
      },
    },
  ),

  implementForMember(contract.deletePost, async (db, { input, viewer, now }) => {
    await deleteOwnPost(db, viewer, input.id, now)
    return { msg: postMessages.deleted }
  }),

  implementInPhases(
    contract.linkPreview,
    async (_, { input }) => {
      const result = await fetches.run(() => fetchLinkPreview(input.url))
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
