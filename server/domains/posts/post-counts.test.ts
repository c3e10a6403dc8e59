import { afterAll, beforeAll, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { countPublishedPosts } from './count-queries.ts'
import { aPost } from './testing.ts'

/* How many posts a page has published for each audience is counted as they change. */

let app: TestApp
let creatorId: string
let ids: string[]

beforeAll(async () => {
  app = await startTestApp()
  creatorId = (await aCreator(app.db, (await aUser(app.db)).id)).id
  const plan = await aPlan(app.db, creatorId)
  const posts = [null, null, null, plan.id, plan.id, plan.id].map((planId) =>
    aPost(app.db, creatorId, { planId }),
  )
  ids = (await Promise.all(posts)).map(({ id }) => id)
})
afterAll(() => app.close())

const counted = () =>
  many(
    app.db,
    sql`select audience_id, state, is_out, sum(posts)::integer as posts from post_counts where creator_id = ${creatorId}
      group by 1, 2, 3 having sum(posts) <> 0 order by 1, 2, 3`,
  )

/** Answers how many there are in all. */
async function expectAsPublished(): Promise<number> {
  const published = await many(
    app.db,
    sql`select audience_id, state, post_is_published(p) as is_out, count(*)::integer as posts from posts p
      where p.creator_id = ${creatorId} and deleted_at is null group by 1, 2, 3 order by 1, 2, 3`,
  )
  expect(await counted()).toEqual(published)
  return (await countPublishedPosts(app.db, [creatorId])).get(creatorId) ?? 0
}

test('whatever hides a post or shows it, moves it to other readers or deletes it, many at once or one', async () => {
  expect(await expectAsPublished()).toBe(6)
  for (const [changes, total] of [
    [sql`state = 'draft'`, 5],
    [sql`state = 'published', withheld_at = now()`, 5],
    [sql`withheld_at = null, waits_for_media = true`, 5],
    [sql`waits_for_media = false, deleted_at = now()`, 5],
    [sql`deleted_at = null, audience_id = (select audience_id from posts where id = ${ids[5]})`, 6],
  ] as const) {
    await run(app.db, sql`update posts set ${changes} where id = ${ids[0]}`)
    expect(await expectAsPublished()).toBe(total)
  }
  await run(app.db, sql`update posts set withheld_at = now() where creator_id = ${creatorId}`)
  expect(await expectAsPublished()).toBe(0)
  await run(app.db, sql`update posts set withheld_at = null where creator_id = ${creatorId}`)
  await run(app.db, sql`delete from post_search where post_id = ${ids[1]}`)
  await run(app.db, sql`delete from posts where id = ${ids[1]}`)
  expect(await expectAsPublished()).toBe(5)
})

test('who publishes waits for nobody, and the rows of those who did at once are one again after the next', async () => {
  await app.db.transaction().execute(async (transaction) => {
    await run(transaction, sql`update posts set state = 'draft' where id = ${ids[3]}`)
    // This one has not waited for the other, which is not over.
    await run(app.db, sql`update posts set state = 'draft' where id = ${ids[4]}`)
  })
  expect(await expectAsPublished()).toBe(3)
  await run(app.db, sql`update posts set state = 'published' where id = any(${[ids[3], ids[4]]}::uuid[])`)
  expect(await expectAsPublished()).toBe(5)
  const { length } = await many(app.db, sql`select from post_counts where creator_id = ${creatorId}`)
  expect(await counted()).toHaveLength(length)
})
