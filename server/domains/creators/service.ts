import { creatorFailures } from '#contract/creators/failures.ts'
import type { creatorPage } from '#contract/creators/routes.ts'
import { platformFailures } from '#contract/http/route.ts'
import { pageFailures } from '#contract/failures.ts'
import { dollarsFromCents } from '#contract/money.ts'
import { refuseWhileLeaving } from '#server/domains/accounts/service.ts'
import { deleteObjectLater, publicMediaUrl } from '#server/domains/media/service.ts'
import { type Db, isUniqueViolation } from '#server/platform/db/query.ts'
import { isStorable } from '#server/platform/db/storable.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'
import type * as z from 'zod/mini'

import { type AboutRow, updateAbout } from './about-queries.ts'
import { isOwner } from './access.ts'
import { countsShown } from './events.ts'
import { isRetiredHandle } from './leaving-queries.ts'
import { refuseUnlabelling } from './limits.ts'
import {
  type CreatorChanges,
  type CreatorRow,
  findCreator,
  findCreatorByHandle,
  insertCreator,
  isPlatformPlan,
  lockCreator,
  replaceTopics,
  updateCreator,
} from './queries.ts'

export {
  listPagesToCount,
  noteCollections,
  noteLive,
  notePageSetup,
  noteRooms,
  storeCounts,
} from './about-queries.ts'
export { isOwner } from './access.ts'
export { findPageLimits } from './limit-queries.ts'
export { limitPage, refuseStoppedJoining, refuseStoppedPosting } from './limits.ts'
export {
  type CreatorRow,
  findCreator,
  findCreatorOfUser,
  getFeeBasisPoints,
  getOwnerId,
  listCreators,
  listCreatorsByIds,
} from './queries.ts'

/** The page at an address. Throws `page_not_found`. */
export async function getCreatorByHandle(db: Db, handle: string): Promise<CreatorRow> {
  const creator = await findCreatorByHandle(db, handle)
  if (!creator) throw new Failure(pageFailures.page_not_found)
  return creator
}

/** The same for addresses that machines read: they don't get the question that pages with adult content are behind. */
export async function getPageForMachines(db: Db, handle: string): Promise<CreatorRow> {
  const creator = isStorable(handle) ? await findCreatorByHandle(db, handle) : null
  if (!creator || creator.isAdult) throw new Failure(pageFailures.page_not_found)
  return creator
}

/** The same for a caller who wants to change something on it: a page is public, so others get a plain no. */
export async function getOwnPage(db: Db, handle: string, viewer: Viewer): Promise<CreatorRow> {
  const creator = await getCreatorByHandle(db, handle)
  if (!isOwner(viewer, creator)) throw new Failure(platformFailures.forbidden)
  return creator
}

/** Opens a creator page. One per user; the handle is the address for good. */
export async function openPage(
  db: Db,
  page: {
    userId: string
    pageName: string
    handle: string
    platformPlanId: string
    isAdult: boolean
    isAgeConfirmed: boolean
    now: Date
  },
): Promise<{ handle: string }> {
  await refuseWhileLeaving(db, page.userId)
  if (await isRetiredHandle(db, page.handle)) throw new Failure(creatorFailures.handle_taken)
  if (!(await isPlatformPlan(db, page.platformPlanId)))
    throw new Failure(creatorFailures.platform_plan_unknown)
  const id = newId(page.now)
  try {
    await insertCreator(db, {
      id,
      userId: page.userId,
      pageName: page.pageName,
      handle: page.handle,
      isAdult: page.isAdult,
      platformPlanId: page.platformPlanId,
      ageConfirmedAt: page.isAgeConfirmed ? page.now : null,
      createdAt: page.now,
    })
  } catch (error) {
    if (isUniqueViolation(error, 'creators_one_page_per_user'))
      throw new Failure(creatorFailures.already_creator)
    if (isUniqueViolation(error, 'creators_handle_key')) throw new Failure(creatorFailures.handle_taken)
    throw error
  }
  await announcePageChange(db, id)
  return { handle: page.handle }
}

export interface PageChanges extends CreatorChanges, Partial<AboutRow> {
  topics?: readonly string[]
}

/** Changes a page; replaced pictures are removed from the store once this is committed. */
export async function changePage(
  db: Db,
  creator: CreatorRow,
  changes: PageChanges,
  now: Date,
): Promise<CreatorRow> {
  // Two tabs replacing a picture at once would both name the same old one, and leave one of the new ones behind.
  const before = await lockCreator(db, creator.id)
  if (changes.isAdult === false) await refuseUnlabelling(db, creator.id)
  await updateCreator(db, creator.id, changes)
  if (changes.topics !== undefined) await replaceTopics(db, creator.id, changes.topics)
  await updateAbout(db, creator.id, changes)
  if (changes.showsCounts === true) await emit(db, countsShown, { creatorId: creator.id }, now)
  for (const picture of ['profileImage', 'bannerImage'] as const) {
    const replaced = before[picture]
    if (changes[picture] !== undefined && replaced) await deleteObjectLater(db, replaced)
  }
  await announcePageChange(db, creator.id)
  const changed = await findCreator(db, creator.id)
  if (!changed) throw new Failure(pageFailures.page_not_found)
  return changed
}

/** A page as a viewer sees it. */
export function presentCreator(
  creator: CreatorRow,
  viewer: Viewer | null,
  known: {
    isSubscribed?: boolean
    isPaymentFailed?: boolean
    isBlocked?: boolean
    isFollowing?: boolean
    isFollowMailed?: boolean
    followerCount?: number
    postCount?: number
  } = {},
): z.infer<typeof creatorPage> {
  const isCurrentUser = isOwner(viewer, creator)
  return {
    _id: creator.id,
    pageName: creator.pageName,
    pageHandle: creator.handle,
    headline: creator.headline,
    bannerTitle: creator.bannerTitle,
    bannerSubTitle: creator.bannerSubtitle,
    isAdultContent: creator.isAdult,
    topics: creator.topics,
    profileImage: publicMediaUrl(creator.profileImage),
    bannerImage: publicMediaUrl(creator.bannerImage),
    planId: creator.platformPlanId,
    isCurrentUser,
    isSubscribed: known.isSubscribed ?? false,
    isPaymentFailed: known.isPaymentFailed ?? false,
    isBlocked: known.isBlocked ?? false,
    isFollowing: known.isFollowing ?? false,
    isFollowMailed: known.isFollowMailed ?? false,
    followerCount: known.followerCount ?? null,
    memberCount: creator.memberCount,
    postCount: known.postCount ?? creator.postCount,
    hasCollections: creator.hasCollections,
    hasRooms: creator.hasRooms,
    hasLive: creator.hasLive,
    liveNow: creator.liveNow,
    fromPrice: creator.fromPrice && {
      price: dollarsFromCents(creator.fromPrice.cents),
      currency: creator.fromPrice.currency,
    },
    setup: isCurrentUser && !creator.isSetupHidden ? { isShared: creator.isShared } : null,
  }
}
