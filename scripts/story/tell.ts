import { creatorFailures } from '#contract/creators/failures.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { BANNER_IMAGE, PROFILE_IMAGE, storeImage } from '#server/domains/media/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { joinAndPay } from '#server/domains/subscriptions/testing.ts'
import { one, sql } from '#server/platform/db/query.ts'
import type { Platform } from '#server/platform/platform.ts'

import { PAGES, type StoryPage } from './pages.ts'
import { PEOPLE, type PersonKey, STORY_PASSWORD } from './people.ts'
import { drawBanner, drawPortrait } from './pictures.ts'

const DAY_MS = 86_400_000

/**
 * Fills an empty product with the story that demo, tests and screenshots share. Told once per database: a second time
 * it does nothing. Payments go through the payment sandbox like everybody's.
 */
export async function tellStory(platform: Platform): Promise<void> {
  const { db } = platform.database
  const { isTold } = await one(
    db,
    sql<{
      isTold: boolean
    }>`select exists (select from users where email = ${PEOPLE.asha.email}) as "isTold"`,
  )
  if (isTold) return

  const now = platform.clock.now()
  const ids = new Map<PersonKey, string>()
  for (const [key, person] of Object.entries(PEOPLE) as [PersonKey, (typeof PEOPLE)[PersonKey]][]) {
    const { id } = await aUser(db, { ...person, password: STORY_PASSWORD, now })
    ids.set(key, id)
  }
  const plans = new Map<string, string>()
  for (const page of PAGES) await openStoryPage(platform, page, idOf(ids, page.owner), plans)

  await joinAndPay(platform, {
    memberId: idOf(ids, 'ravi'),
    planId: idOf(plans, 'asha/Tipsy'),
    interval: 'yearly',
  })
  await joinAndPay(platform, {
    memberId: idOf(ids, 'ravi'),
    planId: idOf(plans, 'studio-mitti/First firing'),
  })
  await joinAndPay(platform, { memberId: idOf(ids, 'imani'), planId: idOf(plans, 'asha/Drunk') })
  await joinAndPay(platform, { memberId: idOf(ids, 'tomas'), planId: idOf(plans, 'asha/Buzzed') })
  await joinAndPay(platform, {
    memberId: idOf(ids, 'meera'),
    planId: idOf(plans, 'asha/Buzzed'),
    card: 'renewal_fails',
    failsToRenew: true,
  })
}

async function openStoryPage(
  platform: Platform,
  page: StoryPage,
  ownerId: string,
  plans: Map<string, string>,
): Promise<void> {
  const { db } = platform.database
  const now = platform.clock.now()
  const refused = creatorFailures.image_refused
  const creator = await aCreator(db, ownerId, {
    pageName: page.pageName,
    handle: page.handle,
    headline: page.headline,
    bannerTitle: page.bannerTitle,
    bannerSubtitle: page.bannerSubtitle,
    platformPlan: page.platformPlan,
    profileImage: await storeImage(platform.storage, await drawPortrait(page.hue), PROFILE_IMAGE, refused),
    bannerImage: await storeImage(platform.storage, await drawBanner(page.hue), BANNER_IMAGE, refused),
    now,
  })
  for (const form of page.plans)
    plans.set(`${page.handle}/${form.name}`, (await aPlan(db, creator.id, { ...form, now })).id)
  for (const post of page.posts)
    await aPost(db, creator.id, {
      html: post.html,
      planId: post.plan === undefined ? null : idOf(plans, `${page.handle}/${post.plan}`),
      now: new Date(now.getTime() - post.daysAgo * DAY_MS),
    })
}

function idOf<Key>(ids: ReadonlyMap<Key, string>, key: Key): string {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`The story knows no ${String(key)}`)
  return id
}
