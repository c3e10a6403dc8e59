import { afterAll, beforeAll, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { listCreators } from './queries.ts'
import { aCreator } from './testing.ts'

/* What few pages have is looked up page by page, what many have is met among the newest: both find the same. */

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('pages are found by name, headline and topic, newest first and page after page, whether they are few or many', async () => {
  const page = async (looks: { pageName?: string; headline?: string }) =>
    (await aCreator(app.db, (await aUser(app.db)).id, looks)).id
  const named = await page({ pageName: 'Clay & Kiln' })
  const headed = await page({ headline: 'Notes on kilns' })
  const topical = await page({})
  const all = await page({ pageName: 'KILN', headline: 'a kiln' })
  await page({ pageName: 'Tea' })
  for (const id of [topical, all])
    await run(
      app.db,
      sql`insert into creator_topics (creator_id, position, topic) values (${id}, 1, 'kiln firing'), (${id}, 2, 'kilns')`,
    )
  for (const fewFound of [2000, 6, 0]) {
    const find = async (search: string, beforeId: string | null, limit: number) =>
      (await listCreators(app.db, { beforeId, limit, search, viewerId: null }, fewFound)).map(({ id }) => id)
    expect(await find('kiln', null, 10)).toEqual([all, topical, headed, named])
    expect(await find('Kiln', null, 2)).toEqual([all, topical])
    expect(await find('kiln', topical, 2)).toEqual([headed, named])
    expect(await find('100 %', null, 10)).toEqual([])
  }
})
