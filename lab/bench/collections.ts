import { openToolDatabase } from '#scripts/tool-database.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { listCollectionsForPost } from '#server/domains/posts/collections/membership-queries.ts'
import {
  findCollectionAt,
  listArrangedPosts,
  listCollectionsOf,
  listCollectionsOfPost,
  listPostsOfCollection,
  replacePosts,
} from '#server/domains/posts/collections/queries.ts'
import { listCollectionBatches } from '#server/domains/posts/collections/sitemap-queries.ts'
import { aCollection, aPost } from '#server/domains/posts/testing.ts'
import { type Db, many, run, sql } from '#server/platform/db/query.ts'

import { judgeAtMost } from './side-by-side.ts'

/*
 * The calls of collections on a page with 50 of them, each of 500 posts, among 325,000 posts: `node
 * lab/bench/collections.ts`. What PostgreSQL reads through no index is named.
 */

const COLLECTIONS = 50
const POSTS_EACH = 500
const OTHERS = 300_000
const RUNS = 60
/** What nobody notices waiting for: our own choice, no outside figure stands behind it. */
const P50_MAX_MS = 100

const database = await openToolDatabase()
try {
  const { db } = database
  const { creatorId, ids } = await fill(db)
  const now = new Date()
  const at = await findCollectionAt(db, { creatorId, slug: 'songs' })
  const [id = '', other = ''] = [ids[0], ids[1]]
  if (!at) throw new Error('The first collection has no page')
  const reader = { viewerId: null, now }
  const page = { beforeId: null, limit: 20 }
  const middle = (await listPostsOfCollection(db, reader, at, { ...page, limit: 100 })).at(-1)?.id ?? null
  const calls: [string, () => Promise<unknown>][] = [
    ['the list of 50', () => listCollectionsOf(db, { creatorId, withEmpty: false })],
    ['one, by its address', () => findCollectionAt(db, { creatorId, slug: 'songs' })],
    ['its first 20 posts', () => listPostsOfCollection(db, reader, at, page)],
    ['20 posts after the 100th', () => listPostsOfCollection(db, reader, at, { ...page, beforeId: middle })],
    ['its 500 posts in the dialog', () => listArrangedPosts(db, at.id)],
    ['saving an order of 500', () => replacePosts(db, { id: at.id, creatorId, postIds: ids.slice(0, 500) })],
    ['“Part of”', () => listCollectionsOfPost(db, id)],
    ['the dialog of a post', () => listCollectionsForPost(db, { id: other, creatorId })],
    ['the sitemap', () => listCollectionBatches(db, 10_000)],
  ]
  for (const [name, call] of calls) await measure(name, call)
  const scanned = await many(
    db,
    sql<{ name: string; rows: string }>`select relname as name, seq_tup_read as rows from pg_stat_user_tables
      where relname in ('posts', 'collection_posts') and seq_tup_read > 0`,
  )
  console.log(
    `Read without an index while measuring: ${scanned.map(({ name }) => name).join(', ') || 'nothing'}`,
  )
} finally {
  await database.close()
}

async function fill(db: Db): Promise<{ creatorId: string; ids: string[] }> {
  const creator = await aCreator(db, (await aUser(db)).id)
  const model = await aPost(db, creator.id, { title: 'Part', html: `<p>${'Some words. '.repeat(60)}</p>` })
  await run(
    db,
    sql`insert into posts (id, creator_id, audience_id, title, html, excerpt_html, html_length, cleaner_version, created_at,
          published_at)
      select uuidv7(-(number || ' minutes')::interval), creator_id, audience_id, 'Part ' || number, html, excerpt_html,
        html_length, cleaner_version, created_at, published_at - make_interval(mins => number)
      from posts, generate_series(1, ${COLLECTIONS * POSTS_EACH}) number where id = ${model.id}`,
  )
  const ids = (
    await many(db, sql<{ id: string }>`select id from posts where creator_id = ${creator.id} order by id`)
  ).map((row) => row.id)
  // Others' posts around them, without which reading all would be the best plan.
  const other = await aCreator(db, (await aUser(db)).id)
  await run(
    db,
    sql`insert into posts (id, creator_id, audience_id, html, html_length, cleaner_version, created_at, published_at)
      select uuidv7(-(number || ' seconds')::interval), ${other.id}, audience_id, '<p>Other words.</p>', 20,
        cleaner_version, created_at, published_at - make_interval(secs => number)
      from posts, generate_series(1, ${OTHERS}) number where id = ${model.id}`,
  )
  for (let index = 0; index < COLLECTIONS; index += 1)
    await aCollection(db, creator.id, ids.slice(index * POSTS_EACH, (index + 1) * POSTS_EACH))
  await run(db, sql`analyze`)
  await run(db, sql`select pg_stat_reset()`)
  return { creatorId: creator.id, ids }
}

async function measure(name: string, call: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let count = 0; count < RUNS; count += 1) {
    const start = performance.now()
    await call()
    times.push(performance.now() - start)
  }
  const sorted = times.slice(3).toSorted((a, b) => a - b)
  const [p50 = 0, p99 = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  console.log(`${name.padEnd(30)} p50 ${p50.toFixed(1).padStart(6)} ms, p99 ${p99.toFixed(1).padStart(6)} ms`)
  judgeAtMost(name, p50, P50_MAX_MS, 'ms')
}
