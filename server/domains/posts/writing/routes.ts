import { platformFailures } from '#contract/http/route.ts'
import { POSTS_PER_PAGE } from '#contract/posts/limits.ts'
import { postMessages } from '#contract/posts/messages.ts'
import * as contract from '#contract/posts/writing-routes.ts'
import { Failure } from '#server/platform/failure.ts'
import {
  type Implementation,
  implementForMember,
  implementInPhases,
  type Viewer,
} from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { readDraftBlocks } from '../content.ts'
import { deleteOwnPost } from './deletion.ts'
import {
  beginDraft,
  forgetDraft,
  getOwnWritten,
  lockOwnWritten,
  presentDraft,
  readWriting,
  saveWriting,
} from './drafts.ts'
import { moveOwnPost } from './move-post.ts'
import { countOwnPosts } from './own-post-queries.ts'
import { findOwnPosts, getPresentedOwnPost, presentOwnPosts } from './own-posts.ts'
import { publishDraft } from './publish.ts'

/** An editor saves every few seconds at most. */
const savesPerUser: Limit = { name: 'save-draft', points: 1200, windowSeconds: 3600 }
const draftsPerUser: Limit = { name: 'create-draft', points: 120, windowSeconds: 3600 }
/** More than anyone publishes; only a program exceeds it. */
const publishingsPerUser: Limit = { name: 'publish-draft', points: 600, windowSeconds: 3600 }
/** More than anyone looks at who types what they look for. */
const listsPerUser: Limit = { name: 'own-posts', points: 600, windowSeconds: 300 }

function pageOf(viewer: Viewer): string {
  if (viewer.creatorId === null) throw new Failure(platformFailures.forbidden)
  return viewer.creatorId
}

const MOVED = {
  draft: postMessages.unscheduled,
  hidden: postMessages.hidden,
  shown: postMessages.shown,
  pinned: postMessages.pinned,
  unpinned: postMessages.unpinned,
  restored: postMessages.restored,
} as const

export const writingImplementations: Implementation[] = [
  implementForMember(
    contract.createDraft,
    async (db, { input, viewer, now }) => {
      const { clientKey, from } = input
      const begun = { viewer, creatorId: pageOf(viewer), clientKey, from: from ?? null, now }
      return presentDraft(db, await beginDraft(db, begun))
    },
    { limits: [{ limit: draftsPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(
    contract.listOwnPosts,
    async (db, { input, viewer, now, platform }) => {
      const creatorId = pageOf(viewer)
      const rows = await findOwnPosts(db, {
        creatorId,
        state: input.state ?? null,
        planId: input.planId ?? null,
        q: input.q ?? '',
        beforeId: input.cursor ?? null,
        limit: input.limit ?? POSTS_PER_PAGE,
      })
      return {
        posts: await presentOwnPosts(db, rows, { viewerId: viewer.id, now, platform }),
        counts: await countOwnPosts(db, creatorId),
      }
    },
    { limits: [{ limit: listsPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(contract.getDraft, async (db, { input, viewer }) =>
    presentDraft(db, await readWriting(db, await getOwnWritten(db, viewer, input.id))),
  ),

  implementForMember(
    contract.saveDraft,
    async (db, { input, viewer, now }) => {
      const { id, content, audience, ...rest } = input
      const saved = { ...rest, files: input.files ?? null, blocks: readDraftBlocks(content), steps: audience }
      return presentDraft(db, await saveWriting(db, viewer, id, saved, now))
    },
    { limits: [{ limit: savesPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(contract.discardChanges, async (db, { input, viewer, now }) => {
    const post = await lockOwnWritten(db, viewer, input.id)
    if (post.state === 'draft') {
      await deleteOwnPost(db, viewer, post.id, now)
      return { msg: postMessages.draftDeleted }
    }
    await forgetDraft(db, await readWriting(db, post), now)
    return { msg: postMessages.changesDiscarded }
  }),

  implementInPhases(
    contract.publishDraft,
    async (inTransaction, { input, viewer, now, platform }) => {
      const { id, revision } = input
      const publishAt = input.publishAt ? new Date(input.publishAt) : null
      await publishDraft(inTransaction, { viewer, id, revision, publishAt, now })
      const post = await inTransaction((db) =>
        getPresentedOwnPost(db, id, { viewerId: viewer.id, now, platform }),
      )
      return { msg: post.state === 'scheduled' ? postMessages.scheduled : postMessages.created, post }
    },
    { limits: [{ limit: publishingsPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(contract.movePost, async (db, { input, viewer, now, platform }) => {
    await moveOwnPost(db, viewer, input.id, input.to, now)
    const post = await getPresentedOwnPost(db, input.id, { viewerId: viewer.id, now, platform })
    return { msg: MOVED[input.to], post }
  }),
]
