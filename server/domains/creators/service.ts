import { creatorFailures } from '#contract/creators/failures.ts'
import type { creatorPage } from '#contract/creators/routes.ts'
import { platformFailures } from '#contract/http/route.ts'
import { pageFailures } from '#contract/failures.ts'
import { refuseWhileLeaving } from '#server/domains/accounts/service.ts'
import { deleteObjectLater, publicMediaUrl } from '#server/domains/media/service.ts'
import { type Db, isUniqueViolation } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'
import type * as z from 'zod/mini'

import { isOwner } from './access.ts'
import { isRetiredHandle } from './leaving-queries.ts'
import {
  type CreatorChanges,
  type CreatorRow,
  findCreator,
  findCreatorByHandle,
  insertCreator,
  isPlatformPlan,
  lockCreator,
  updateCreator,
} from './queries.ts'

export { isOwner } from './access.ts'
export {
  type CreatorRow,
  findCreator,
  findCreatorOfUser,
  getFeeBasisPoints,
  getOwnerId,
  listCreators,
} from './queries.ts'

/** The page at an address. Throws `page_not_found`. */
export async function getCreatorByHandle(db: Db, handle: string): Promise<CreatorRow> {
  const creator = await findCreatorByHandle(db, handle)
  if (!creator) throw new Failure(pageFailures.page_not_found)
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

/** Changes a page; replaced pictures are removed from the store once this is committed. */
export async function changePage(db: Db, creator: CreatorRow, changes: CreatorChanges): Promise<CreatorRow> {
  // Two tabs replacing a picture at once would both name the same old one, and leave one of the new ones behind.
  const before = await lockCreator(db, creator.id)
  await updateCreator(db, creator.id, changes)
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
  { isSubscribed = false, isBlocked = false }: { isSubscribed?: boolean; isBlocked?: boolean } = {},
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
    profileImage: publicMediaUrl(creator.profileImage),
    bannerImage: publicMediaUrl(creator.bannerImage),
    planId: creator.platformPlanId,
    isCurrentUser,
    isSubscribed,
    isBlocked,
  }
}
