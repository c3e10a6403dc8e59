import type * as z from 'zod/mini'

import type { collection, getOwnCollection } from '#contract/posts/collection-routes.ts'
import { postFailures } from '#contract/posts/failures.ts'
import { COLLECTIONS_MAX } from '#contract/posts/limits.ts'
import { type CreatorRow, getCreatorByHandle, noteCollections } from '#server/domains/creators/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

import { excerptOfBeginning } from '../cut-at-word.ts'
import { findCovers, type MediaReader } from '../media.ts'
import { numbered, slugOf } from '../slug.ts'
import {
  type CollectionRow,
  findCollection,
  findCollectionAt,
  insertCollection,
  listArrangedPosts,
  listCollectionsOfPost,
  lockCollections,
  removeCollection,
  renameCollection,
  replacePosts,
} from './queries.ts'

type OnWire = z.infer<typeof collection>

export interface Named {
  title: string
  description: string
  /** In the order they are read. */
  postIds: readonly string[]
}

/** A collection by its address. Throws `page_not_found`, `collection_not_found`. */
export async function getCollectionAt(
  db: Db,
  { pageHandle, address }: { pageHandle: string; address: string },
): Promise<CollectionRow> {
  const creator = await getCreatorByHandle(db, pageHandle)
  const found = await findCollectionAt(db, { creatorId: creator.id, slug: address.toLowerCase() })
  if (!found) throw new Failure(postFailures.collection_not_found)
  return found
}

/** One of the viewer's own. For everyone else it can't be found: throws `collection_not_found`. */
export async function getOwnedCollection(db: Db, viewer: Viewer, id: string): Promise<CollectionRow> {
  const found = await findCollection(db, id)
  if (found?.ownerId !== viewer.id) throw new Failure(postFailures.collection_not_found)
  return found
}

/** Throws `too_many_collections`, and `post_not_found` if one of the posts isn't theirs. */
export async function startCollection(
  db: Db,
  creatorId: string,
  named: Named,
  now: Date,
): Promise<CollectionRow> {
  const taken = await lockCollections(db, creatorId)
  if (taken.length >= COLLECTIONS_MAX) throw new Failure(postFailures.too_many_collections)
  const id = newId(now)
  await insertCollection(db, { ...named, id, creatorId, slug: freeSlug(named.title, taken) ?? id, now })
  await noteCollections(db, creatorId, true)
  return arrange(db, { id, creatorId }, named.postIds)
}

/** The address stays. Throws `post_not_found` if one of the posts isn't theirs. */
export async function changeCollection(
  db: Db,
  { id, creatorId }: Pick<CollectionRow, 'id' | 'creatorId'>,
  named: Named,
): Promise<CollectionRow> {
  await lockCollections(db, creatorId)
  await renameCollection(db, { id, ...named })
  return arrange(db, { id, creatorId }, named.postIds)
}

export async function endCollection(
  db: Db,
  { id, creatorId }: Pick<CollectionRow, 'id' | 'creatorId'>,
): Promise<void> {
  const taken = await lockCollections(db, creatorId)
  await removeCollection(db, id)
  if (taken.length <= 1) await noteCollections(db, creatorId, false)
  await announcePageChange(db, creatorId)
}

async function arrange(
  db: Db,
  at: { id: string; creatorId: string },
  given: readonly string[],
): Promise<CollectionRow> {
  const postIds = [...new Set(given)]
  if ((await replacePosts(db, { ...at, postIds })) < postIds.length)
    throw new Failure(postFailures.post_not_found)
  await announcePageChange(db, at.creatorId)
  const found = await findCollection(db, at.id)
  if (!found) throw new Failure(postFailures.collection_not_found)
  return found
}

/** The words of the title, with a number where another collection has them; null: there is no word in it. */
function freeSlug(title: string, taken: readonly string[]): string | null {
  const slug = slugOf(title)
  if (slug === null || !taken.includes(slug)) return slug
  let number = 2
  while (taken.includes(numbered(slug, number))) number += 1
  return numbered(slug, number)
}

/** Collections with the addresses of their covers. */
export async function presentCollections(
  db: Db,
  rows: readonly CollectionRow[],
  reader: MediaReader,
): Promise<OnWire[]> {
  const covers = await findCovers(
    db,
    rows.flatMap(({ coverId }) => coverId ?? []),
    reader,
  )
  return rows.map((row) => ({
    _id: row.id,
    path: collectionPath(row),
    title: row.title,
    description: row.description,
    postCount: row.postCount,
    cover: row.coverId === null ? null : (covers.get(row.coverId) ?? null),
  }))
}

export async function presentCollection(db: Db, row: CollectionRow, reader: MediaReader): Promise<OnWire> {
  const [presented] = await presentCollections(db, [row], reader)
  if (!presented) throw new Failure(postFailures.collection_not_found)
  return presented
}

/** What its creator put in, as they arrange it. */
export async function presentArranged(
  db: Db,
  id: string,
): Promise<z.infer<typeof getOwnCollection.output>['posts']> {
  const rows = await listArrangedPosts(db, id)
  return rows.map((row) => ({
    _id: row.id,
    state: row.state,
    title: row.title,
    excerpt: excerptOfBeginning(row.html),
    publishedAt: row.publishedAt?.toISOString() ?? null,
  }))
}

/** The collections that a post is in, for its page. */
export async function listCollectionsWith(
  db: Db,
  post: { id: string; handle: string },
): Promise<{ path: string; title: string }[]> {
  const rows = await listCollectionsOfPost(db, post.id)
  return rows.map(({ slug, title }) => ({ path: collectionPath({ handle: post.handle, slug }), title }))
}

/** Where a collection's page is. */
export function collectionPath({ handle, slug }: Pick<CreatorRow, 'handle'> & { slug: string }): string {
  return `/${handle}/collections/${encodeURIComponent(slug)}`
}
