import { afterAll, beforeAll, expect, test } from 'vitest'

import { search } from '#contract/posts/search-routes.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { meantWordsOf } from '#server/domains/posts/service.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { ENOUGH_AS_TYPED, findPosts, limitSearch } from './search-queries.ts'

let app: TestApp
let creatorId: string
let firstId: string

beforeAll(async () => {
  app = await startTestApp()
  creatorId = (await aCreator(app.db, (await aUser(app.db)).id, { handle: 'mitti' })).id
  firstId = (
    await aPost(app.db, creatorId, { title: 'Recipes', html: '<p>The secret is zyxwombat ash.</p>' })
  ).id
})
afterAll(() => app.close())

async function titles(q: string) {
  return (await app.call(search, { q })).body.posts.map(({ title }) => title)
}

async function isEnough(words: string, inPage: string | null): Promise<boolean> {
  const narrowed = { creatorId: inPage, kind: null, planId: null }
  const asked = { q: words, words, atLeast: ENOUGH_AS_TYPED, offset: 0, limit: 20, ...narrowed }
  const found = await findPosts(app.db, { viewerId: null, now: app.clock.now() }, asked)
  // Without enough of them, none is worked out.
  expect(found.isEnough || found.posts.length === 0).toBe(true)
  return found.isEnough
}

/** Of the table that is searched. */
function rowsReadFor(words: string): Promise<number> {
  return transactionsOf(app.db)(async (db) => {
    const read = () =>
      one(
        db,
        sql<{ rows: number }>`select (seq_tup_read + idx_tup_fetch)::integer as rows
          from pg_stat_xact_user_tables where relname = 'post_search'`,
      )
    await limitSearch(db, 2000)
    const before = await read()
    const narrowed = { creatorId: null, kind: null, planId: null }
    const asked = { q: words, words, atLeast: 0, offset: 0, limit: 20, ...narrowed }
    await findPosts(db, { viewerId: null, now: app.clock.now() }, asked)
    return (await read()).rows - before.rows
  })
}

test('words are looked up by index, and only the newest matches are ranked', async () => {
  await run(
    app.db,
    sql`insert into posts (id, creator_id, audience_id, title, html, cleaner_version, created_at, published_at)
      select gen_random_uuid(), creator_id, audience_id, 'Filler ' || n,
        case when n > 19600 then '<p>ancient words</p>' else '<p>common words</p>' end, cleaner_version, now(),
        now() - n * interval '1 minute'
      from posts, generate_series(1, 20000) n where id = ${firstId}`,
  )
  // What PostgreSQL knows about a word that is in none of the posts it looked at.
  await run(
    app.db,
    sql`alter table post_search alter open_words set statistics 0, alter all_words set statistics 0`,
  )
  await run(app.db, sql`vacuum analyze posts, post_search`)
  // Five thousand in each of two lists, and what is found: not all 20,000 twice, whatever the words are. Twice, because PostgreSQL plans a prepared
  // statement for any words after it has run five times.
  const asked = ['common', 'ancient', 'zyxwombat', 'zyxwombta', meantWordsOf('nobodyusesit') ?? '']
  for (const words of [...asked, ...asked]) {
    const rows = await rowsReadFor(words)
    expect(rows, words).toBeGreaterThan(400)
    expect(rows, words).toBeLessThan(11_000)
  }
  // As many titles as people can turn to have the word: texts aren't looked through for more.
  expect(await rowsReadFor('filler')).toBeLessThan(400)
  expect((await titles('ancient'))[0]).toBe('Filler 19601')
  expect(await isEnough('common & words', null)).toBe(true)
  expect(await isEnough('common & word', null)).toBe(false)

  // On one page: what many of its posts have is among the newest, what only old ones have is not.
  for (const [word, newest] of [
    ['common', 'Filler 1'],
    ['ancient', 'Filler 19601'],
  ]) {
    const { posts } = (await app.call(search, { q: String(word), pageHandle: 'mitti' })).body
    expect([posts.length, posts[0]?.title]).toEqual([20, newest])
    expect(await isEnough(String(word), creatorId)).toBe(true)
  }
  expect(await isEnough('zyxwombat', creatorId)).toBe(false)
  // Nothing that is a word.
  expect((await app.call(search, { q: '!!', pageHandle: 'mitti' })).body.posts).toEqual([])
})
