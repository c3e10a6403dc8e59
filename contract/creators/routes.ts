import * as z from 'zod/mini'

import { accountFailures } from '../accounts/failures.ts'
import { id, listInput } from '../fields.ts'
import { route } from '../http/route.ts'
import { mediaFailures } from '../media/failures.ts'
import { pageFailures } from '../failures.ts'
import { CURRENCIES } from '../money.ts'
import { pageHandle } from '../page-address.ts'
import { creatorFailures as failures } from './failures.ts'
import { creatorChanges, creatorSearch, newCreator } from './rules.ts'

/** A creator's public page, as the viewer sees it. */
export const creatorPage = z.object({
  _id: id(),
  pageName: z.string(),
  pageHandle: z.string(),
  headline: z.string(),
  bannerTitle: z.string(),
  bannerSubTitle: z.string(),
  isAdultContent: z.boolean(),
  /** What it is about, in the order its creator chose. */
  topics: z.array(z.string()),
  profileImage: z.nullable(z.string()),
  bannerImage: z.nullable(z.string()),
  /** The platform plan it is on. */
  planId: id(),
  isCurrentUser: z.boolean(),
  isSubscribed: z.boolean(),
  /** The payment of the viewer's next period failed: their access ends unless another one arrives. */
  isPaymentFailed: z.boolean(),
  /** The viewer blocked it. */
  isBlocked: z.boolean(),
  isFollowing: z.boolean(),
  /** New posts are mailed to this follower. */
  isFollowMailed: z.boolean(),
  /** How many follow it; only for its owner. */
  followerCount: z.nullable(z.number()),
  /**
   * How many have access, and how many posts are out; null: its owner doesn't show that. Up to an hour old, except for
   * the posts of a page that is asked about alone.
   */
  memberCount: z.nullable(z.number()),
  postCount: z.nullable(z.number()),
  /** It has collections of posts with an address of their own. */
  hasCollections: z.boolean(),
  /** It has a community with rooms. */
  hasRooms: z.boolean(),
  /** It has live sessions, planned or past. */
  hasLive: z.boolean(),
  /** The session that it is live with. */
  liveNow: z.nullable(z.object({ liveSessionId: id(), title: z.string() })),
  /** What its cheapest plan costs per month; null: it has none. */
  fromPrice: z.nullable(z.object({ price: z.number(), currency: z.enum(CURRENCIES) })),
  /** Whether its owner is still to be reminded of sharing it; null: no more. Only for them. */
  setup: z.nullable(z.object({ isShared: z.boolean() })),
})

/** One of the platform's own plans, chosen when a page is created. */
const platformPlan = z.object({
  _id: id(),
  id: id(),
  name: z.string(),
  /** The platform's share of each payment, in percent. */
  percentCharge: z.number(),
})

export const getPlanNames = route({
  method: 'GET',
  path: '/cheersPlan/getPlanNames',
  caller: 'anyone',
  summary: 'The platform plans that a creator can choose from, with their fees.',
  input: z.object({}),
  output: z.array(platformPlan),
  failures: [],
})

export const joinAsCreator = route({
  method: 'POST',
  path: '/creator/join',
  caller: 'member',
  summary: "Creates the caller's creator page. Each user can have one.",
  input: newCreator,
  output: z.object({ pageHandle: z.string() }),
  failures: [
    failures.handle_taken,
    failures.already_creator,
    failures.platform_plan_unknown,
    accountFailures.account_leaving,
  ],
})

export const getCreators = route({
  method: 'GET',
  path: '/creator/getCreators',
  caller: 'anyone',
  summary:
    'Creator pages, newest first: all of them, or those that match a search. Pages with adult content are included only for callers who chose to see them.',
  input: z.object({ ...listInput, search: creatorSearch }),
  output: z.array(creatorPage),
  failures: [],
})

export const creatorDetails = route({
  method: 'GET',
  path: '/creator/creatorDetails/:pageHandle',
  caller: 'anyone',
  summary: 'One creator page.',
  input: z.object({ pageHandle }),
  output: creatorPage,
  failures: [pageFailures.page_not_found],
})

export const getPageAbout = route({
  method: 'GET',
  path: '/creator/about/:pageHandle',
  caller: 'anyone',
  summary: 'What a creator tells about themselves, and where else they can be found.',
  input: z.object({ pageHandle }),
  output: z.object({
    /** Plain text; empty: nothing yet. */
    about: z.string(),
    /** Web addresses, at most five. */
    links: z.array(z.string()),
    /** Whether the page shows its counts; only for its owner. */
    showsCounts: z.nullable(z.boolean()),
  }),
  failures: [pageFailures.page_not_found],
})

export const updateCreator = route({
  method: 'PUT',
  path: '/creator/update/:pageHandle',
  caller: 'owner',
  summary: 'Changes the page. As form data, it also accepts the files profileImage and bannerImage.',
  accepts: 'multipart',
  // The form sends the handle along; it must be the page's own, since handles do not change.
  input: z.strictObject({ pageHandle, ...creatorChanges }),
  output: creatorPage,
  failures: [
    pageFailures.page_not_found,
    failures.adult_label,
    mediaFailures.image_refused,
    mediaFailures.picture_too_large,
  ],
})

export const notePageSetup = route({
  method: 'PUT',
  path: '/creator/setup/:pageHandle',
  caller: 'owner',
  summary:
    'Notes that the page was shared, or that its owner needs no reminder of that; again, it changes nothing.',
  input: z.object({ pageHandle, step: z.enum(['shared', 'hidden']) }),
  output: z.object({}),
  failures: [pageFailures.page_not_found],
})

export const getUsersCreatorPage = route({
  method: 'GET',
  path: '/user/getUsersCreatorPage',
  caller: 'member',
  summary: "The caller's creator page.",
  input: z.object({}),
  output: creatorPage,
  failures: [failures.no_page],
})

export const creatorRoutes = [
  getPlanNames,
  joinAsCreator,
  getCreators,
  creatorDetails,
  getPageAbout,
  updateCreator,
  notePageSetup,
  getUsersCreatorPage,
] as const
