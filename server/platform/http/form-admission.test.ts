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

const FORM = '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\nabc\r\n--x--'
const sendRaw = async (body: string | ReadableStream, address: string) => {
  const answer = await fetch(`${origin}/api/test/note`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'x-forwarded-for': address },
    duplex: 'half',
  })
  return { status: answer.status, body: await answer.json() }
}

test('a form is read, whatever its border is', async () => {
  expect(await sendRaw(`${FORM}\r\nand after it`, '192.0.2.9')).toEqual({ status: 200, body: { length: 3 } })
})

test.each([
  ['no last border', FORM.slice(0, FORM.indexOf('--x--'))],
  ['a part that breaks off', FORM.slice(0, 30)],
  ['a head without an end', `--x\r\nname: ${'a'.repeat(20_000)}`],
  ['a border that goes on', FORM.replaceAll('--x', '--xy')],
  ['the name of a property that every object has', FORM.replace('"text"', '"__proto__"')],
  ['JSON as a field', FORM.replace('\r\n\r\n', '\r\ncontent-type: application/json\r\n\r\n{"a":1}')],
])('a form is refused: %s', async (_, body) => {
  expect(await sendRaw(body, '192.0.2.10')).toMatchObject({ status: 400 })
})

test('a field without an end is refused before it is all read', async () => {
  let sentBytes = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = Buffer.from(sentBytes === 0 ? FORM.slice(0, -9) : 'a'.repeat(65_536))
      sentBytes += piece.length
      controller.enqueue(piece)
      if (sentBytes > 50_000_000) controller.close()
    },
  })
  const answer = await sendRaw(endless, '192.0.2.11').catch(() => ({ status: 'cut' }))
  expect([413, 'cut']).toContain(answer.status)
  expect(sentBytes).toBeLessThan(20_000_000)
})
