import * as z from 'zod/mini'

import { pageFailures } from '../failures.ts'
import { id, listInput, moment, saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { playback } from '../media/playback.ts'
import { pageHandle } from '../page-address.ts'
import { collectionMessages } from './collection-messages.ts'
import { collectionForm } from './collection-rules.ts'
import { postFailures as failures } from './failures.ts'
import { COLLECTION_POSTS_MAX, POST_ADDRESS_MAX_LENGTH } from './limits.ts'
import { post } from './routes.ts'
import { ownPost } from './writing-routes.ts'

/** A named, ordered set of a creator's posts. */
export const collection = z.object({
  _id: id(),
  /** Its page: `/{handle}/collections/{slug}`, percent-encoded. */
  path: z.string(),
  title: z.string(),
  /** Plain text; empty: there is none. */
  description: z.string(),
  /** Posts that are on the page now, locked ones included. */
  postCount: z.number(),
  /** The public cover of the first of them that has one. */
  cover: z.nullable(playback),
})

const named = {
  ...collectionForm,
  /** In the order they are read; every one a post of the caller. */
  postIds: z.array(id()).check(z.maxLength(COLLECTION_POSTS_MAX, collectionMessages.tooManyPosts)),
}

const atAddress = { pageHandle, address: z.string().check(z.maxLength(POST_ADDRESS_MAX_LENGTH)) }

export const listCollections = route({
  method: 'GET',
  path: '/posts/collections/of/:pageHandle',
  caller: 'anyone',
  summary:
    'The collections of a page, newest first. Those without a post that is out are left out, except for the owner.',
  input: z.object({ pageHandle }),
  output: z.array(collection),
  failures: [pageFailures.page_not_found],
})

export const getCollection = route({
  method: 'GET',
  path: '/posts/collections/at/:pageHandle',
  caller: 'anyone',
  summary: 'One collection, by the last part of its address.',
  input: z.object(atAddress),
  output: collection,
  failures: [failures.collection_not_found, pageFailures.page_not_found],
})

export const listCollectionPosts = route({
  method: 'GET',
  path: '/posts/collections/posts/:pageHandle',
  caller: 'anyone',
  summary:
    'The posts of a collection that are out, in its order; the cursor is the _id of the last post seen.',
  input: z.object({ ...atAddress, ...listInput }),
  output: z.array(post),
  failures: [failures.collection_not_found, pageFailures.page_not_found],
})

/** A post in a collection, as its creator arranges it. */
const arrangedPost = z.object({
  _id: id(),
  state: ownPost.shape.state,
  title: z.nullable(z.string()),
  /** The beginning of its text, at most 140 characters. */
  excerpt: z.string(),
  publishedAt: z.nullable(moment),
})

export const getOwnCollection = route({
  method: 'GET',
  path: '/posts/collections/:collectionId',
  caller: 'owner',
  summary: "A collection with all of its posts, those that aren't out included.",
  input: z.object({ collectionId: id() }),
  output: z.object({ collection, posts: z.array(arrangedPost) }),
  failures: [failures.collection_not_found],
})

export const createCollection = route({
  method: 'POST',
  path: '/posts/collections',
  caller: 'creator',
  summary: 'Starts a collection. Its address is made from its title, and stays.',
  input: z.object(named),
  output: z.object({ msg: z.string(), collection }),
  failures: [failures.too_many_collections, failures.post_not_found],
})

export const updateCollection = route({
  method: 'PUT',
  path: '/posts/collections/:collectionId',
  caller: 'owner',
  summary: 'Changes title, description, posts and their order.',
  input: z.object({ collectionId: id(), ...named }),
  output: z.object({ msg: z.string(), collection }),
  failures: [failures.collection_not_found, failures.post_not_found],
})

export const deleteCollection = route({
  method: 'DELETE',
  path: '/posts/collections/:collectionId',
  caller: 'owner',
  summary: 'Deletes a collection; its posts stay.',
  input: z.object({ collectionId: id() }),
  output: saying,
  failures: [failures.collection_not_found],
})

const ofPost = z.object({ id: id() })
const postInCollection = z.object({ id: id(), collectionId: id() })

export const listCollectionsForPost = route({
  method: 'GET',
  path: '/posts/:id/collections',
  caller: 'owner',
  summary: "All collections of a post's page, newest first, and which of them it is in.",
  input: ofPost,
  output: z.array(
    z.object({
      _id: id(),
      title: z.string(),
      /** Posts that its creator put in, those included that aren't out. */
      postCount: z.number(),
      isIn: z.boolean(),
    }),
  ),
  failures: [failures.post_not_found],
})

export const putInCollection = route({
  method: 'PUT',
  path: '/posts/:id/collections/:collectionId',
  caller: 'owner',
  summary: 'Puts a post at the end of a collection; one that is in it stays where it is.',
  input: postInCollection,
  output: saying,
  failures: [failures.post_not_found, failures.collection_not_found, failures.collection_full],
})

export const takeOutOfCollection = route({
  method: 'DELETE',
  path: '/posts/:id/collections/:collectionId',
  caller: 'owner',
  summary: 'Takes a post out of a collection; the post itself stays.',
  input: postInCollection,
  output: saying,
  failures: [failures.post_not_found, failures.collection_not_found],
})

export const collectionRoutes = [
  listCollections,
  getCollection,
  listCollectionPosts,
  getOwnCollection,
  createCollection,
  updateCollection,
  listCollectionsForPost,
  putInCollection,
  takeOutOfCollection,
  deleteCollection,
] as const
