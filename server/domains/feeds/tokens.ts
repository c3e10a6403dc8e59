import { feedFailures } from '#contract/feeds/failures.ts'
import { FEEDS_PER_PAGE } from '#contract/feeds/limits.ts'
import { getCreatorByHandle } from '#server/domains/creators/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'

import {
  countFeeds,
  deleteFeed,
  type FeedRow,
  findOwnFeed,
  insertFeed,
  lockOwner,
  mayHaveFeed,
  updateTokenHash,
} from './queries.ts'

/** A feed with its secret, which is known to nobody but the caller from now on. */
export interface NewAddress {
  feed: FeedRow
  token: string
}

/** Throws `page_not_found`, `feed_not_yours` to people who neither follow nor support the page, and `feeds_full`. */
export async function makeFeed(
  db: Db,
  viewer: Viewer,
  { pageHandle, label }: { pageHandle: string; label: string },
  now: Date,
): Promise<NewAddress> {
  const creator = await getCreatorByHandle(db, pageHandle)
  if (!(await mayHaveFeed(db, viewer.id, creator.id, now))) throw new Failure(feedFailures.feed_not_yours)
  await lockOwner(db, viewer.id)
  if ((await countFeeds(db, viewer.id, creator.id)) >= FEEDS_PER_PAGE)
    throw new Failure(feedFailures.feeds_full)
  const token = newSecret()
  const id = newId(now)
  await insertFeed(db, {
    id,
    userId: viewer.id,
    creatorId: creator.id,
    label,
    tokenHash: hashSecret(token),
    createdAt: now,
  })
  return { feed: await getOwnFeed(db, viewer, id), token }
}

export async function resetFeed(db: Db, viewer: Viewer, id: string): Promise<NewAddress> {
  const feed = await getOwnFeed(db, viewer, id)
  const token = newSecret()
  await updateTokenHash(db, id, hashSecret(token))
  return { feed, token }
}

export async function removeFeed(db: Db, viewer: Viewer, id: string): Promise<void> {
  await getOwnFeed(db, viewer, id)
  await deleteFeed(db, id)
}

async function getOwnFeed(db: Db, viewer: Viewer, id: string): Promise<FeedRow> {
  const feed = await findOwnFeed(db, viewer.id, id)
  if (!feed) throw new Failure(feedFailures.feed_not_found)
  return feed
}
