import * as z from 'zod/mini'

import { pageFailures } from '../failures.ts'
import { id, moment, requiredText, saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { pageHandle } from '../page-address.ts'
import { feedFailures as failures } from './failures.ts'
import { FEED_LABEL_MAX_LENGTH } from './limits.ts'
import { feedMessages } from './messages.ts'

const privateFeed = z.object({
  _id: id(),
  /** The device or app it was made for, in its owner's words. */
  label: z.string(),
  pageHandle: z.string(),
  pageName: z.string(),
  createdAt: moment,
})

/** Addresses with a secret in them, told once. */
const addresses = z.object({ feed: privateFeed, podcastUrl: z.string(), rssUrl: z.string() })

const ofFeed = z.object({ feedId: id() })

export const getPrivateFeeds = route({
  method: 'GET',
  path: '/user/feeds',
  caller: 'member',
  summary: "The caller's private feeds, and the pages they support or follow, which can have one.",
  input: z.object({}),
  output: z.object({
    feeds: z.array(privateFeed),
    pages: z.array(z.object({ pageHandle: z.string(), pageName: z.string() })),
  }),
  failures: [],
})

export const createPrivateFeed = route({
  method: 'POST',
  path: '/user/feeds',
  caller: 'member',
  summary: 'Makes addresses by which an app on one device gets what the caller may read and hear of a page.',
  input: z.object({
    pageHandle,
    label: requiredText(feedMessages.labelMissing, FEED_LABEL_MAX_LENGTH, feedMessages.labelTooLong),
  }),
  output: addresses,
  failures: [pageFailures.page_not_found, failures.feed_not_yours, failures.feeds_full],
})

export const resetPrivateFeed = route({
  method: 'POST',
  path: '/user/feeds/:feedId/reset',
  caller: 'owner',
  summary: 'Replaces the addresses of a private feed; the ones from before stop working at once.',
  input: ofFeed,
  output: addresses,
  failures: [failures.feed_not_found],
})

export const deletePrivateFeed = route({
  method: 'DELETE',
  path: '/user/feeds/:feedId',
  caller: 'owner',
  summary: 'Makes the addresses of a private feed stop working.',
  input: ofFeed,
  output: saying,
  failures: [failures.feed_not_found],
})

export const privateFeedRoutes = [
  getPrivateFeeds,
  createPrivateFeed,
  resetPrivateFeed,
  deletePrivateFeed,
] as const
