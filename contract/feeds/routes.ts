import * as z from 'zod/mini'

import { pageFailures } from '../failures.ts'
import { id, moment, titleText, saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { pageHandle } from '../page-address.ts'
import { feedFailures as failures } from './failures.ts'
import { FEED_LABEL_MAX_LENGTH } from './limits.ts'
import { feedMessages } from './messages.ts'
import { PODCAST_CATEGORIES, PODCAST_LANGUAGES } from './podcast.ts'

const privateFeed = z.object({
  _id: id(),
  /** The device or app it was made for, in its owner's words. */
  label: z.string(),
  pageHandle: z.string(),
  pageName: z.string(),
  createdAt: moment,
})

/** Addresses with a secret in them, told once. */
const addresses = z.object({
  feed: privateFeed,
  /** null: the page has nothing to play yet. */
  podcastUrl: z.nullable(z.string()),
  rssUrl: z.string(),
})

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
    label: titleText(feedMessages.labelMissing, FEED_LABEL_MAX_LENGTH, feedMessages.labelTooLong),
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

/** How a page is announced to podcast apps. */
const podcast = {
  category: z.enum(PODCAST_CATEGORIES),
  language: z.enum(PODCAST_LANGUAGES),
}

export const getPodcast = route({
  method: 'GET',
  path: '/creator/podcast/:pageHandle',
  caller: 'owner',
  summary: 'How podcast apps list the audio of a page, by its topics until its creator chooses.',
  input: z.object({ pageHandle }),
  output: z.object({
    ...podcast,
    /** It has something to play that is out. */
    hasEpisodes: z.boolean(),
  }),
  failures: [pageFailures.page_not_found],
})

export const updatePodcast = route({
  method: 'PUT',
  path: '/creator/podcast/:pageHandle',
  caller: 'owner',
  summary: 'Chooses the category and the language that podcast apps list a page under.',
  input: z.object({ pageHandle, ...podcast }),
  output: saying,
  failures: [pageFailures.page_not_found],
})

export const privateFeedRoutes = [
  getPrivateFeeds,
  createPrivateFeed,
  resetPrivateFeed,
  deletePrivateFeed,
  getPodcast,
  updatePodcast,
] as const
