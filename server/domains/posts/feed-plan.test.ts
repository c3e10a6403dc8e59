import { afterAll, beforeAll, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aFollow } from '#server/domains/audiences/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { feedSql } from './feed-queries.ts'
import { aPost } from './testing.ts'

const PAGES = 40
const POSTS_PER_PAGE = 1500
const LIMIT = 20

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

let app: TestApp
let viewerId: string

beforeAll(async () => {
  app = await startTestApp()
  viewerId = (await aUser(app.db)).id
  for (let page = 0; page < PAGES; page += 1) {
    const { id } = await aCreator(app.db, (await aUser(app.db)).id)
    await aFollow(app.db, viewerId, id)
    const post = await aPost(app.db, id)
    await run(
      app.db,
      sql`insert into posts (id, creator_id, audience_id, html, cleaner_version, created_at, published_at)
        select gen_random_uuid(), creator_id, audience_id, '<p>A verse</p>', cleaner_version, now(),
          now() - (n * ${PAGES} + ${page}) * interval '1 minute'
        from posts, generate_series(1, ${POSTS_PER_PAGE}::int) n where id = ${post.id}`,
    )
  }
  await run(app.db, sql`vacuum analyze posts`)
  await run(app.db, sql`analyze follows`)
})
afterAll(() => app.close())

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

async function rowsReadOfPosts(beforeId: string | null): Promise<number> {
  const feed = feedSql({ viewerId, now: app.clock.now(), beforeId, limit: LIMIT })
  const row = await one(
    app.db,
    sql<{ 'QUERY PLAN': { Plan: Node }[] }>`explain (analyze, format json) ${feed}`,
  )
  const nodes = row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan))
  const ofPosts = nodes.filter((node) => node['Relation Name'] === 'posts')
  expect(ofPosts.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  expect(ofPosts.map((node) => node['Index Name'])).toContain('posts_of_creator')
  return ofPosts.reduce(
    (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    0,
  )
}

test('a feed reads of each page only as many posts as it answers with, at its beginning and deep inside', async () => {
  const most = PAGES * LIMIT + LIMIT * 4
  expect(await rowsReadOfPosts(null)).toBeLessThanOrEqual(most)
  const { id } = await one(
    app.db,
    sql<{ id: string }>`select id from posts order by published_at desc, id desc offset 30000 limit 1`,
  )
  expect(await rowsReadOfPosts(id)).toBeLessThanOrEqual(most)
})
