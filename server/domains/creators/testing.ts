import type { Db } from '#server/platform/db/query.ts'
import { newSuffix } from '#server/platform/ids.ts'

import { listPlatformPlans } from './queries.ts'
import { changePage, type CreatorRow, getCreatorByHandle, openPage, type PageChanges } from './service.ts'

/** A creator page for a user; omitted fields are made up. `platformPlan` names one of Basic, Pro, Premium. */
export async function aCreator(
  db: Db,
  userId: string,
  given: Partial<Pick<CreatorRow, 'pageName' | 'handle' | 'isAdult'>> &
    Omit<PageChanges, 'profileImage' | 'bannerImage'> & {
      platformPlan?: 'Basic' | 'Pro' | 'Premium'
      profileImage?: string
      bannerImage?: string
      now?: Date
    } = {},
): Promise<CreatorRow> {
  const { pageName, handle, isAdult, platformPlan, now, ...looks } = given
  const platformPlans = await listPlatformPlans(db)
  const chosen = platformPlans.find(({ name }) => name === (platformPlan ?? 'Basic'))
  if (!chosen) throw new Error(`There is no platform plan ${platformPlan}`)
  const opened = await openPage(db, {
    userId,
    pageName: pageName ?? 'Asha Rao',
    handle: handle ?? `asha-${newSuffix()}`,
    platformPlanId: chosen.id,
    isAdult: isAdult ?? false,
    isAgeConfirmed: true,
    now: now ?? new Date(),
  })
  return changePage(db, await getCreatorByHandle(db, opened.handle), looks, now ?? new Date())
}
