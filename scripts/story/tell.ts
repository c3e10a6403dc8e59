import { setTimeout as sleep } from 'node:timers/promises'

import { mediaFailures } from '#contract/media/failures.ts'
import { changeProfile } from '#server/domains/accounts/service.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { changePage, getCreatorByHandle, notePageSetup } from '#server/domains/creators/service.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { BANNER_IMAGE, PROFILE_IMAGE, storeImage } from '#server/domains/media/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { joinAndPay } from '#server/domains/subscriptions/testing.ts'
import type { RunningServer } from '#server/main.ts'
import { type Db, one, sql } from '#server/platform/db/query.ts'
import type { Platform } from '#server/platform/platform.ts'

import { JOINS, STORY_DAYS, type StoryJoin } from './joins.ts'
import { addStoryMedium } from './media.ts'
import { PAGES, type StoryPage } from './pages.ts'
import { type Happening, storyPayout } from './payout.ts'
import { PEOPLE, STORY_PASSWORD, SUPPORTERS } from './people.ts'
import { drawBanner, drawPortrait } from './pictures.ts'

const DAY_MS = 86_400_000

/** For `startServer`: a new database begins when the story does, and telling it brings its clocks to the present. */
export const STORY_BEGINS_AGO_MS = STORY_DAYS * DAY_MS

/**
 * Fills an empty product with the story that demo and screenshots share. Told once per database: a second time it does
 * nothing. If the clocks begin in the past it is lived through, with renewals charged by the payment sandbox; in a
 * database that existed before, everyone joins today.
 */
export async function tellStory({ platform, advanceClocks }: RunningServer): Promise<void> {
  const { clock } = platform
  const { db } = platform.database
  const { isTold } = await one(
    db,
    sql<{
      isTold: boolean
    }>`select exists (select from users where email = ${PEOPLE.asha.email}) as "isTold"`,
  )
  if (isTold) return

  const isLivedThrough = clock.offsetMs() < 0 && advanceClocks !== null
  const today = isLivedThrough ? new Date() : clock.now()
  const dayBefore = (daysAgo: number) => new Date(today.getTime() - daysAgo * DAY_MS)

  /** A day at a time, as time passes for everyone: what is due on one day is done before the next. */
  async function liveUntil(daysAgo: number): Promise<void> {
    if (!isLivedThrough) return
    for (;;) {
      const leftMs = -clock.offsetMs() - daysAgo * DAY_MS
      if (leftMs <= 0) return
      await advanceClocks(Math.min(leftMs, DAY_MS))
      await heard(db)
    }
  }

  const ids = new Map<string, string>()
  for (const [key, person] of Object.entries({ ...PEOPLE, ...SUPPORTERS })) {
    const { id } = await aUser(db, { ...person, password: STORY_PASSWORD, now: clock.now() })
    ids.set(key, id)
  }
  const plans = new Map<string, string>()
  const creators = new Map<string, string>()
  for (const page of PAGES) {
    const story = { ownerId: idOf(ids, page.owner), plans, dayBefore }
    creators.set(page.handle, await openStoryPage(platform, page, story))
  }

  const joins = JOINS.map((join): Happening => ({
    daysAgo: join.daysAgo,
    happen: async () => {
      await joinAndPay(platform, {
        memberId: idOf(ids, join.member),
        planId: idOf(plans, join.plan),
        interval: join.interval ?? 'monthly',
        ...cardOf(join, isLivedThrough),
      })
    },
  }))
  const payout = isLivedThrough ? storyPayout(platform, idOf(creators, 'asha')) : []
  for (const { daysAgo, happen } of [...joins, ...payout].toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    await liveUntil(daysAgo)
    await happen()
  }
  await liveUntil(0)
  for (const { handle, showsCounts } of PAGES) {
    const creatorId = idOf(creators, handle)
    // These pages aren't new any more.
    await notePageSetup(db, creatorId, 'hidden', clock.now())
    if (showsCounts === true) {
      const page = await getCreatorByHandle(db, handle)
      await db.transaction().execute((tx) => changePage(tx, page, { showsCounts }, clock.now()))
    }
  }
}

/** A busy machine may take seconds for what a quiet one does at once. */
const HEARD_MAX_MS = 60_000

/** Waits until the provider's events are applied, so that the days of the story follow each other in the books too. */
async function heard(db: Db): Promise<void> {
  const deadline = performance.now() + HEARD_MAX_MS
  while (performance.now() < deadline) {
    const { isWaiting } = await one(
      db,
      sql<{
        isWaiting: boolean
      }>`select exists (select from provider_events where applied_at is null) as "isWaiting"`,
    )
    if (!isWaiting) return
    await sleep(20)
  }
  throw new Error('The story is still waiting for a webhook to be applied.')
}

function cardOf({ failsToRenew }: StoryJoin, isLivedThrough: boolean) {
  if (!failsToRenew) return {}
  return { card: 'renewal_fails', failsToRenew: !isLivedThrough }
}

/** Answers the creator's id. */
async function openStoryPage(
  platform: Platform,
  page: StoryPage,
  story: { ownerId: string; plans: Map<string, string>; dayBefore: (daysAgo: number) => Date },
): Promise<string> {
  const { db } = platform.database
  const now = platform.clock.now()
  const refused = mediaFailures.image_refused
  const drawPicture = async () =>
    storeImage(platform, await drawPortrait(page.scene), { shape: PROFILE_IMAGE }, refused)
  const profile = { ...PEOPLE[page.owner], country: undefined, profileImage: await drawPicture() }
  await changeProfile(db, story.ownerId, profile, now)
  const creator = await aCreator(db, story.ownerId, {
    pageName: page.pageName,
    handle: page.handle,
    headline: page.headline,
    bannerTitle: page.bannerTitle,
    bannerSubtitle: page.bannerSubtitle,
    topics: page.topics ?? [],
    about: page.about ?? '',
    links: page.links ?? [],
    platformPlan: page.platformPlan,
    profileImage: await drawPicture(),
    bannerImage: await storeImage(platform, await drawBanner(page.scene), { shape: BANNER_IMAGE }, refused),
    now,
  })
  for (const form of page.plans)
    story.plans.set(`${page.handle}/${form.name}`, (await aPlan(db, creator.id, { ...form, now })).id)
  for (const { html, title, teaser, plan, daysAgo, medium } of page.posts) {
    const { ownerId } = story
    await aPost(db, creator.id, {
      html,
      ...(title !== undefined && { title }),
      ...(teaser !== undefined && { teaser }),
      planId: plan === undefined ? null : idOf(story.plans, `${page.handle}/${plan}`),
      mediaId: medium && (await addStoryMedium(platform, medium, ownerId)),
      now: story.dayBefore(daysAgo),
    })
  }
  return creator.id
}

function idOf(ids: ReadonlyMap<string, string>, key: string): string {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`The story knows no ${key}`)
  return id
}
