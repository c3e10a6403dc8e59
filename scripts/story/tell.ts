import { setTimeout as sleep } from 'node:timers/promises'

import { aUser } from '#server/domains/accounts/testing.ts'
import { changePage, getCreatorByHandle, notePageSetup } from '#server/domains/creators/service.ts'
import { joinAndPay } from '#server/domains/subscriptions/testing.ts'
import type { RunningServer } from '#server/main.ts'
import { type Db, one, sql } from '#server/platform/db/query.ts'

import { writeConversations } from './conversations.ts'
import { idOf } from './ids.ts'
import { announceLive, storyEvening } from './live.ts'
import { JOINS, STORY_DAYS, type StoryJoin } from './joins.ts'
import { openStoryPage, writeDrafts } from './open-page.ts'
import { PAGES } from './pages.ts'
import { type Happening, storyPayout } from './payout.ts'
import { PEOPLE, READERS, STORY_PASSWORD, SUPPORTERS } from './people.ts'
import { tellTalk } from './speak.ts'

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
      // Some things happen at an hour of a day, which is no whole number of milliseconds of it.
      const leftMs = Math.round(-clock.offsetMs() - daysAgo * DAY_MS)
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
  const readerIds: string[] = []
  for (const name of READERS) readerIds.push((await aUser(db, { name, now: clock.now() })).id)
  const plans = new Map<string, string>()
  const creators = new Map<string, string>()
  for (const page of PAGES) {
    const story = { ownerId: idOf(ids, page.owner), readerIds, plans, dayBefore }
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
  const evening = isLivedThrough ? storyEvening(platform, { creators, ids }) : []
  for (const { daysAgo, happen } of [...joins, ...payout, ...evening].toSorted(
    (a, b) => b.daysAgo - a.daysAgo,
  )) {
    await liveUntil(daysAgo)
    await happen()
  }
  await liveUntil(0)
  for (const { handle, showsCounts } of PAGES) {
    const creatorId = idOf(creators, handle)
    // These pages aren't new any more.
    await notePageSetup(db, creatorId, 'hidden', clock.now())
    if (showsCounts) {
      const page = await getCreatorByHandle(db, handle)
      await db.transaction().execute((tx) => changePage(tx, page, { showsCounts }, clock.now()))
    }
  }
  await announceLive(platform, { creators, plans, ids })
  await writeConversations(db, { ids, creators, now: clock.now() })
  for (const page of PAGES)
    await writeDrafts(platform, page, {
      ownerId: idOf(ids, page.owner),
      creatorId: idOf(creators, page.handle),
      plans,
    })
  for (const page of PAGES)
    await tellTalk(platform, page.talk, {
      creatorId: idOf(creators, page.handle),
      handle: page.handle,
      ids,
      plans,
      dayBefore,
    })
}

/** A busy machine may take seconds for what a quiet one does at once. */
const HEARD_MAX_MS = 300_000

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
