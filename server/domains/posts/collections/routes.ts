import * as contract from '#contract/posts/collection-routes.ts'
import { platformFailures } from '#contract/http/route.ts'
import { POSTS_PER_PAGE } from '#contract/posts/limits.ts'
import { collectionMessages } from '#contract/posts/collection-messages.ts'
import { getCreatorByHandle, isOwner } from '#server/domains/creators/service.ts'
import { Failure } from '#server/platform/failure.ts'
import {
  implement,
  type Implementation,
  implementForMember,
  type Viewer,
} from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/platform.ts'

import { findPostMedia } from '../media.ts'
import { presentPost } from '../service.ts'
import { getOwnWritten } from '../writing/drafts.ts'
import {
  changeCollection,
  endCollection,
  getCollectionAt,
  getOwnedCollection,
  presentArranged,
  presentCollection,
  presentCollections,
  startCollection,
} from './collections.ts'
import { putIn, takeOut } from './membership.ts'
import { listCollectionsForPost } from './membership-queries.ts'
import { listCollectionsOf, listPostsOfCollection } from './queries.ts'

const changesPerUser: Limit = { name: 'change-collection', points: 300, windowSeconds: 3600 }
const LIMITED = {
  limits: [
    {
      limit: changesPerUser,
      by: (call: { viewer: { id: string } | null; ip: string }) => call.viewer?.id ?? call.ip,
    },
  ],
}

function readerOf(call: { viewer: Viewer | null; now: Date; platform: Platform }) {
  return { viewerId: call.viewer?.id ?? null, now: call.now, platform: call.platform }
}

export const collectionImplementations: Implementation[] = [
  implement(contract.listCollections, async (db, call) => {
    const creator = await getCreatorByHandle(db, call.input.pageHandle)
    const rows = await listCollectionsOf(db, {
      creatorId: creator.id,
      withEmpty: isOwner(call.viewer, creator),
    })
    return presentCollections(db, rows, readerOf(call))
  }),

  implement(contract.getCollection, async (db, call) =>
    presentCollection(db, await getCollectionAt(db, call.input), readerOf(call)),
  ),

  implement(contract.listCollectionPosts, async (db, call) => {
    const reader = readerOf(call)
    const found = await getCollectionAt(db, call.input)
    const rows = await listPostsOfCollection(db, reader, found, {
      beforeId: call.input.cursor ?? null,
      limit: call.input.limit ?? POSTS_PER_PAGE,
    })
    const media = await findPostMedia(db, rows, reader)
    return rows.map((row) => presentPost(row, media))
  }),

  implementForMember(contract.getOwnCollection, async (db, call) => {
    const found = await getOwnedCollection(db, call.viewer, call.input.collectionId)
    return {
      collection: await presentCollection(db, found, readerOf(call)),
      posts: await presentArranged(db, found.id),
    }
  }),

  implementForMember(
    contract.createCollection,
    async (db, call) => {
      const { creatorId } = call.viewer
      if (creatorId === null) throw new Failure(platformFailures.forbidden)
      const started = await startCollection(db, creatorId, call.input, call.now)
      return {
        msg: collectionMessages.saved,
        collection: await presentCollection(db, started, readerOf(call)),
      }
    },
    LIMITED,
  ),

  implementForMember(
    contract.updateCollection,
    async (db, call) => {
      const found = await getOwnedCollection(db, call.viewer, call.input.collectionId)
      const changed = await changeCollection(db, found, call.input)
      return {
        msg: collectionMessages.saved,
        collection: await presentCollection(db, changed, readerOf(call)),
      }
    },
    LIMITED,
  ),

  implementForMember(contract.deleteCollection, async (db, { input, viewer }) => {
    await endCollection(db, await getOwnedCollection(db, viewer, input.collectionId))
    return { msg: collectionMessages.deleted }
  }),

  implementForMember(contract.listCollectionsForPost, async (db, { input, viewer }) => {
    const rows = await listCollectionsForPost(db, await getOwnWritten(db, viewer, input.id))
    return rows.map(({ id, title, postCount, isIn }) => ({ _id: id, title, postCount, isIn }))
  }),

  implementForMember(
    contract.putInCollection,
    async (db, { input, viewer }) => {
      const post = await getOwnWritten(db, viewer, input.id)
      await putIn(db, await getOwnedCollection(db, viewer, input.collectionId), post.id)
      return { msg: collectionMessages.putIn }
    },
    LIMITED,
  ),

  implementForMember(
    contract.takeOutOfCollection,
    async (db, { input, viewer }) => {
      const post = await getOwnWritten(db, viewer, input.id)
      await takeOut(db, await getOwnedCollection(db, viewer, input.collectionId), post.id)
      return { msg: collectionMessages.takenOut }
    },
    LIMITED,
  ),
]
