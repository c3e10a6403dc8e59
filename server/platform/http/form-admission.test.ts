import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { route } from '#contract/http/route.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { serveRoutes } from './http-testing.ts'
import { implement } from './implement.ts'
import type { HttpServer } from './server.ts'

const note = route({
  method: 'POST',
  path: '/test/note',
  caller: 'anyone',
  summary: 'Says how long what it was sent is.',
  accepts: 'multipart',
  input: z.object({ text: z.string() }),
  output: z.object({ length: z.number() }),
  failures: [],
})
const SHARE_BYTES = 500_000

let app: TestApp
let server: HttpServer
let origin: string
/** How often the database would have been asked whose a session is. */
let sessionsRead = 0
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: 'loopback' })
  server = await serveRoutes(
    app,
    [implement(note, async (_, { input }) => ({ length: input.text.length }))],
    undefined,
    {
      patience: { largeBytesAtOnce: SHARE_BYTES, largeBytesPerSecond: 1 },
      sessions: {
        async findViewer() {
          sessionsRead += 1
          return null
        },
      },
    },
  )
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.app.close()
  await app.close()
})

async function send(length: number, address: string) {
  const body = new FormData()
  body.set('text', 'a'.repeat(length))
  const before = sessionsRead
  const headers = { 'x-forwarded-for': address }
  const { status } = await fetch(`${origin}/api/test/note`, { method: 'POST', body, headers })
  return { status, sessionsRead: sessionsRead - before }
}

test('an address that has sent its share costs no look at the sessions', async () => {
  expect(await send(SHARE_BYTES + 1000, '192.0.2.1')).toEqual({ status: 200, sessionsRead: 1 })
  expect(await send(2, '192.0.2.1')).toEqual({ status: 429, sessionsRead: 0 })
  expect(await send(2, '192.0.2.2')).toEqual({ status: 200, sessionsRead: 1 })
})

test('nor does a form that announces it is too large', async () => {
  expect(await send(2_000_000, '192.0.2.3')).toEqual({ status: 413, sessionsRead: 0 })
})
