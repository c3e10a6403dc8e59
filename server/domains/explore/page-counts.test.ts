import { afterAll, beforeAll, expect, test } from 'vitest'

import { creatorDetails, updateCreator } from '#contract/creators/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { asSent } from '#server/testing/as-sent.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { countPages } from './page-counts.ts'

const HOUR_MS = 3_600_000
const TEN_MINUTES_MS = 600_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function aCountedPage() {
  const owner = await aUser(app.db)
  const creator = await aCreator(app.db, owner.id)
  const plan = await aPlan(app.db, creator.id)
  const owners = await aSession(app.db, app.platform, owner.id)
  const { handle: pageHandle } = creator
  return {
    creator,
    plan,
    join: async (given: Parameters<typeof aSubscription>[3] = {}) =>
      aSubscription(app.db, (await aUser(app.db)).id, plan, { now: app.clock.now(), ...given }),
    show: async (showsCounts: boolean) => {
      await app.call(updateCreator, asSent({ pageHandle, showsCounts }), { as: owners })
      await app.drain()
    },
    shown: async () => {
      const { memberCount, postCount } = (await app.call(creatorDetails, { pageHandle })).body
      return [memberCount, postCount]
    },
  }
}

async function countAgain(): Promise<void> {
  await enqueue(app.db, countPages, {})
  await app.drain()
}

test('members with access and posts that are out are counted once their owner shows them', async () => {
  const page = await aCountedPage()
  await page.join()
  await page.join({ cancelAtPeriodEnd: true })
  await page.join({ status: 'expired', accessUntil: new Date(app.clock.now().getTime() - 1000) })
  await page.join({ status: 'pending', accessUntil: null })
  await aPost(app.db, page.creator.id)
  await countAgain()
  expect(await page.shown()).toEqual([null, null])
  await page.show(true)
  expect(await page.shown()).toEqual([2, 1])
  await page.show(false)
  expect(await page.shown()).toEqual([null, null])
})

test('they are counted again after ten minutes, and those of a large page after an hour', async () => {
  const page = await aCountedPage()
  const large = await aCountedPage()
  await large.show(true)
  await run(app.db, sql`update creators set member_count = 1001 where id = ${large.creator.id}`)
  await page.show(true)
  expect(await page.shown()).toEqual([0, 0])
  await page.join()
  await aPost(app.db, page.creator.id)
  await countAgain()
  // Posts are counted as they come.
  expect(await page.shown()).toEqual([0, 1])
  await app.clock.advance(app.db, TEN_MINUTES_MS)
  await countAgain()
  expect(await page.shown()).toEqual([1, 1])
  expect(await large.shown()).toEqual([1001, 0])
  await app.clock.advance(app.db, HOUR_MS)
  await countAgain()
  expect(await large.shown()).toEqual([0, 0])
})

test('more pages than fit into one transaction are all counted', async () => {
  const pages = await Promise.all(Array.from({ length: 23 }, aCountedPage))
  for (const page of pages) {
    await page.show(true)
    await page.join()
  }
  await app.clock.advance(app.db, HOUR_MS + 1000)
  await countAgain()
  expect(await Promise.all(pages.map((page) => page.shown()))).toEqual(pages.map(() => [1, 0]))
})
