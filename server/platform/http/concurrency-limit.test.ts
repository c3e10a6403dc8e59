import http from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { route } from '#contract/http/route.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { waitFor } from '#server/testing/wait-for.ts'

import { createConcurrencyLimit } from './concurrency-limit.ts'
import { serveRoutes } from './http-testing.ts'
import { implement, implementForProvider } from './implement.ts'
import type { HttpServer } from './server.ts'

const LONG_MS = 60_000

describe('the limit', () => {
  const limitTo = (figures: Partial<Parameters<typeof createConcurrencyLimit>[0]> = {}) =>
    createConcurrencyLimit({ workedOnAtOnce: 2, workCountsForMs: LONG_MS, turnWithinMs: LONG_MS, ...figures })

  test('lets in those who came first, one for each that has ended', async () => {
    const limit = limitTo()
    const order: string[] = []
    const [a, b] = [await limit.enter(), await limit.enter()]
    const [c, d] = ['c', 'd'].map(async (name) => {
      const end = await limit.enter()
      order.push(name)
      return end
    })
    expect(limit.count()).toEqual({ running: 2, waiting: 2 })
    a()
    a()
    await c
    expect(order).toEqual(['c'])
    expect(limit.count()).toEqual({ running: 2, waiting: 1 })
    b()
    for (const end of [await c, await d]) end?.()
    expect(order).toEqual(['c', 'd'])
    expect(limit.count()).toEqual({ running: 0, waiting: 0 })
  })

  test('counts nobody who takes long, and nobody twice', async () => {
    const limit = limitTo({ workCountsForMs: 20 })
    const [a, b] = [await limit.enter(), await limit.enter()]
    const c = await limit.enter()
    a()
    b()
    expect(limit.count().waiting).toBe(0)
    c()
    expect(limit.count().running).toBe(0)
  })

  test('sends those away who waited too long', async () => {
    const limit = limitTo({ turnWithinMs: 20 })
    const [a, b] = [await limit.enter(), await limit.enter()]
    await expect(limit.enter()).rejects.toMatchObject({ spec: { status: 503 }, retryAfterSeconds: 2 })
    expect(limit.count()).toEqual({ running: 2, waiting: 0 })
    a()
    b()
    expect(limit.count().running).toBe(0)
  })
})

const note = route({
  method: 'POST',
  path: '/test/note',
  caller: 'anyone',
  summary: 'Waits until it may go on.',
  accepts: 'multipart',
  input: z.object({ text: z.string() }),
  output: z.object({ text: z.string() }),
  failures: [],
})

const look = route({
  method: 'GET',
  path: '/test/look',
  caller: 'anyone',
  summary: 'Answers at once.',
  input: z.strictObject({}),
  output: z.object({}),
  failures: [],
})

const hear = route({
  method: 'POST',
  path: '/test/hear',
  caller: 'provider',
  summary: 'Takes a webhook.',
  input: z.object({}),
  output: z.object({}),
  failures: [],
})

describe('a node', () => {
  let app: TestApp
  let server: HttpServer
  let address: string
  let goOn = Promise.withResolvers<void>()
  let looked = 0
  const noted: string[] = []

  beforeAll(async () => {
    app = await startTestApp()
    server = await serveRoutes(
      app,
      [
        implement(note, async (_, { input }) => {
          await goOn.promise
          noted.push(input.text)
          return input
        }),
        implement(look, async () => {
          looked += 1
          return {}
        }),
        implementForProvider(hear, async () => ({})),
      ],
      async (instance) => {
        instance.setNotFoundHandler(async () => 'a page')
      },
      { patience: { workedOnAtOnce: 2, workCountsForMs: LONG_MS, turnWithinMs: LONG_MS } },
    )
    address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  })
  beforeEach(() => {
    goOn = Promise.withResolvers<void>()
    looked = 0
    noted.length = 0
  })
  afterAll(async () => {
    server.app.server.closeAllConnections()
    await server.app.close()
    await app.close()
  })

  const ask = (path: string, init?: RequestInit) => fetch(address + path, init)
  const takeNote = (text: string) =>
    ask('/api/test/note', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    })
  const requests = async (state: string) => {
    const said = await (await ask('/metrics')).text()
    return Number(new RegExp(`^http_requests\\{state="${state}"\\} (\\d+)$`, 'm').exec(said)?.[1])
  }
  const untilWaiting = (count: number) =>
    waitFor(async () => expect([await requests('running'), await requests('waiting')]).toEqual([2, count]))

  test('works on two at once; calls and pages wait, and everybody is answered', async () => {
    const notes = ['a', 'b', 'c'].map(takeNote)
    await untilWaiting(1)
    const others = [ask('/api/test/look'), ask('/somewhere')]
    await untilWaiting(3)
    expect(looked).toBe(0)
    goOn.resolve()
    expect((await Promise.all(notes)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200])
    expect([looked, noted.toSorted()]).toEqual([1, ['a', 'b', 'c']])
    expect([await requests('running'), await requests('waiting')]).toEqual([0, 0])
  })

  test('is asked how it is, hears of payments and receives forms meanwhile', async () => {
    const notes = ['a', 'b'].map(takeNote)
    await untilWaiting(0)
    expect((await ask('/healthz')).status).toBe(200)
    expect((await ask('/readyz')).status).toBe(200)
    const told = await ask('/api/test/hear', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(told.status).toBe(200)
    const form = new FormData()
    form.set('text', 'form')
    const sent = ask('/api/test/note', { method: 'POST', body: form })
    goOn.resolve()
    expect((await Promise.all([sent, ...notes])).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('does nothing for who left while waiting, but what they wanted done', async () => {
    const notes = ['a', 'b'].map(takeNote)
    await untilWaiting(0)
    const leaving = [
      http.get(`${address}/api/test/look`, { agent: false }),
      http.request(`${address}/api/test/note`, {
        agent: false,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      }),
    ]
    for (const request of leaving) request.on('error', () => undefined)
    leaving[1]?.end('{"text":"last"}')
    await untilWaiting(2)
    for (const request of leaving) request.destroy()
    const stayed = ask('/api/test/look')
    await untilWaiting(3)
    goOn.resolve()
    await Promise.all([...notes, stayed])
    await waitFor(() => expect(noted).toContain('last'))
    await waitFor(async () => expect(await requests('running')).toBe(0))
    expect(looked).toBe(1)
  })
})
