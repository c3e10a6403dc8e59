import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { updateCreator } from '#contract/creators/routes.ts'
import { upsertPlan } from '#contract/plans/routes.ts'
import { createPost, deletePost } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { keepAudience, type StepOnWire } from '#server/domains/audiences/service.ts'
import { lookForMoments } from '#server/domains/audiences/testing.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

import { aPageNode } from './testing/page-node.ts'
import { rendererOfAnswers } from './testing/renderer-of-answers.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { waitFor } from './testing/wait-for.ts'

/* Pages as visitors get them, from two nodes that share the database. */

let app: TestApp
let node: FastifyInstance
let otherNode: FastifyInstance
let cookieName: string

const { renderer, countRendered } = rendererOfAnswers()

beforeAll(async () => {
  app = await startTestApp()
  cookieName = sessionCookieName(app.platform.config.publicUrl)
  node = await aPageNode(app.platform, renderer)
  otherNode = await aPageNode(app.platform, renderer)
})
afterAll(async () => {
  await node.close()
  await otherNode.close()
  await app.close()
})

async function aPage(given: Parameters<typeof aCreator>[2] = {}) {
  const user = await aUser(app.db)
  const creator = await aCreator(app.db, user.id, given)
  const session = await aSession(app.db, app.platform, user.id)
  const headers = { authorization: `Bearer ${session.token}`, cookie: `${cookieName}=${session.cookie}` }
  await heardOfEverything()
  return { creator, headers, path: `/${creator.handle}` }
}

/** A node answers anything but a GET once it has dropped all pages made old by then: a late drop would count. */
async function heardOfEverything(): Promise<void> {
  for (const each of [node, otherNode]) await each.inject({ method: 'POST', url: '/api/no-such-call' })
}

function visit(path: string, headers: Record<string, string> = {}, on = node) {
  return on.inject({ url: path, headers })
}

async function countRenders(act: () => Promise<unknown>): Promise<number> {
  const before = countRendered()
  await act()
  return countRendered() - before
}

describe('a page a visitor requests again', () => {
  test('is rendered once, and named by its bytes', async () => {
    const { path } = await aPage()
    const first = await visit(path)
    expect(first.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
    })
    expect(first.headers.vary).toMatch(/Cookie/)
    expect(first.headers.etag).toMatch(/^"[\w-]+"$/)
    expect(await countRenders(() => visit(path))).toBe(0)
    expect((await visit(path)).body).toBe(first.body)
  })

  test('is not sent again to clients that have it', async () => {
    const { path } = await aPage()
    const { etag = '' } = (await visit(path)).headers
    for (const known of [etag, `"other", W/${etag}`, '*']) {
      const answer = await visit(path, { 'if-none-match': known })
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag])
    }
    expect((await visit(path, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('comes compressed to those who can read that, under a name of its own', async () => {
    const { path } = await aPage()
    const plain = await visit(path)
    const packed = await visit(path, { 'accept-encoding': 'br, gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.headers.etag).not.toBe(plain.headers.etag)
    expect((await visit(path, { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined()
  })

  test('is the same page when the link only says where they came from', async () => {
    const { path } = await aPage()
    const { body } = await visit(path)
    const answers = await countRenders(async () =>
      expect((await visit(`${path}?utm_source=mail`)).body).toBe(body),
    )
    expect(answers).toBe(0)
    expect(await countRenders(() => visit(`${path}?q=tea`))).toBe(1)
    expect(await countRenders(() => visit(`${path}?q=tea`))).toBe(1)
  })

  test('is answered to HEAD without its bytes', async () => {
    const { path } = await aPage()
    const answer = await node.inject({ method: 'HEAD', url: path })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(answer.headers.etag).toBe((await visit(path)).headers.etag)
  })

  test('is kept under its canonical address only', async () => {
    const { path } = await aPage()
    const other = path.toUpperCase()
    expect((await visit(other)).statusCode).toBe(200)
    expect(await countRenders(() => visit(other))).toBe(1)
    await visit(path)
    expect(await countRenders(() => visit(path))).toBe(0)
    expect(await countRenders(() => visit(other))).toBe(1)
  })

  test('is rendered again after a minute, whatever happened', async () => {
    const { path, creator } = await aPage()
    await visit(path)
    await run(app.db, sql`update creators set headline = 'By hand' where id = ${creator.id}`)
    expect((await visit(path)).body).not.toContain('By hand')
    await app.clock.advance(app.db, 61_000)
    expect((await visit(path)).body).toContain('By hand')
  })
})

test('an address that can be read in two ways is one page, with its data', async () => {
  const { path } = await aPage({ pageName: 'Whole and there' })
  expect((await visit(`//x${path}`)).body).toContain('Whole and there')
  expect((await visit(path)).body).toContain('Whole and there')
})

describe('over a connection', () => {
  let address: string
  beforeAll(async () => {
    address = await otherNode.listen({ host: '127.0.0.1', port: 0 })
  })
  const get = (path: string, headers: Record<string, string> = {}) => fetch(address + path, { headers })

  test('a cached page is sent with the very headers of the normal route', async () => {
    const { path } = await aPage()
    const answers = [await get(path), await get(path), await get(path)]
    const [first, , third] = await Promise.all(
      answers.map(async (answer) => ({
        body: await answer.text(),
        headers: Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date')),
      })),
    )
    expect(third).toEqual(first)
    expect(third?.headers['content-security-policy']).toContain("default-src 'self'")
    const known = await get(path, { 'if-none-match': third?.headers['etag'] ?? '' })
    expect([known.status, await known.text(), known.headers.get('content-type')]).toEqual([304, '', null])
    const head = await fetch(address + path, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe((await get(path)).headers.get('content-length'))
  })

  test('a change ends the caching', async () => {
    const { path, headers, creator } = await aPage({ headline: 'Before' })
    for (let count = 0; count < 3; count += 1) expect(await (await get(path)).text()).toContain('Before')
    await fetch(`${address}/api${updateCreator.path.replace(':pageHandle', creator.handle)}`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ headline: 'After' }),
    })
    expect(await (await get(path)).text()).toContain('After')
  })
})

describe('changes are seen by the next visitor', () => {
  type Page = Awaited<ReturnType<typeof aPage>>

  async function write(
    page: Page,
    method: 'POST' | 'PUT' | 'DELETE',
    route: string,
    payload?: object,
    on = node,
  ) {
    const answer = await on.inject({
      method,
      url: `/api${route}`,
      headers: page.headers,
      ...(payload ? { payload } : {}),
    })
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }

  test('when a post is published, and when one is taken down', async () => {
    const page = await aPage()
    for (let count = 1; count <= 20; count += 1) {
      await visit(page.path)
      const written = await write(page, 'POST', createPost.path, { content: `<p>Song number ${count}.</p>` })
      expect((await visit(page.path)).body).toContain(`Song number ${count}.`)
      if (count % 5 > 0) continue
      await write(page, 'DELETE', deletePost.path.replace(':id', written.post['_id']))
      expect((await visit(page.path)).body).not.toContain(`Song number ${count}.`)
    }
  })

  test('when a plan changes, and the page itself', async () => {
    const page = await aPage()
    await visit(page.path)
    const plan = { name: 'Tipsy', price: 9.99, description: '' }
    await write(page, 'POST', upsertPlan.path.replace(':pageHandle', page.creator.handle), plan)
    expect((await visit(page.path)).body).toContain('Tipsy')
    const update = updateCreator.path.replace(':pageHandle', page.creator.handle)
    await write(page, 'PUT', update, { headline: 'Songs about tea' })
    expect((await visit(page.path)).body).toContain('Songs about tea')
  })

  test('on the other nodes too, as soon as the database has notified them', async () => {
    const page = await aPage()
    await visit(page.path, {}, otherNode)
    await write(page, 'POST', createPost.path, { content: '<p>Everywhere.</p>' })
    await waitFor(async () => expect((await visit(page.path, {}, otherNode)).body).toContain('Everywhere.'))
  })

  test("in everyone's lists, whoever made them", async () => {
    await visit('/all')
    expect(await countRenders(() => visit('/all'))).toBe(0)
    const page = await aPage()
    await write(page, 'PUT', updateCreator.path.replace(':pageHandle', page.creator.handle), {
      headline: 'New here',
    })
    expect((await visit('/all')).body).toContain('New here')
  })

  test('when a step of an audience on it begins', async () => {
    const { creator, path } = await aPage()
    const now = app.clock.now()
    const fromAt = new Date(now.getTime() + 20_000).toISOString()
    const step: StepOnWire = { reach: 'everyone', planIds: [], isExact: false, fromAt, untilAt: null }
    await keepAudience(app.db, creator.id, [step], now)
    await visit(path)
    await app.clock.advance(app.db, 21_000)
    expect(await countRenders(() => visit(path))).toBe(0)
    await lookForMoments(app.db)
    await app.drain()
    await heardOfEverything()
    expect(await countRenders(() => visit(path))).toBe(1)
  })

  test('nothing is dropped for a write that was rolled back', async () => {
    const { creator, path } = await aPage()
    await visit(path)
    const failing = app.db.transaction().execute(async (db) => {
      await announcePageChange(db, creator.id)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await countRenders(() => visit(path))).toBe(0)
  })

  test('nothing is cached while the database cannot notify us, and caching resumes when it can', async () => {
    const { path } = await aPage()
    await visit(path)
    const listeners = sql<{
      count: number
    }>`select count(pg_terminate_backend(pid)) as count from pg_stat_activity
      where application_name = 'cheers-listener' and datname = current_database()`
    // One for each node: the test's own, and the two that make pages.
    expect((await one(app.db, listeners)).count).toBe(3)
    await waitFor(async () => expect(await countRenders(() => visit(path))).toBe(1))
    await waitFor(async () => {
      await visit(path)
      expect(await countRenders(() => visit(path))).toBe(0)
    }, 200)
  })
})

describe('the cache leaves out', () => {
  test('pages that do not exist', async () => {
    const handle = `later-${Date.now()}`
    expect((await visit(`/${handle}`)).statusCode).toBe(404)
    await aCreator(app.db, (await aUser(app.db)).id, { handle })
    expect((await visit(`/${handle}`)).statusCode).toBe(200)
  })
})
