import net from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { UPLOADS_PATH } from '#contract/media/rules.ts'
import { routes } from '#contract/routes.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Sends a request as it is written here, without a client that would tidy it up. Returns the answer. */
function send(head: readonly string[], body: string | Buffer = ''): Promise<string> {
  const { hostname, port } = new URL(app.baseUrl)
  const socket = net.connect(Number(port), hostname)
  socket.write(`${[...head, `Host: ${hostname}:${port}`, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  socket.write(body)
  return text(socket)
}

async function statusOf(head: readonly string[], body?: string | Buffer): Promise<number> {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(await send(head, body))?.[1])
}

const UNKNOWN = [
  'application/offset+octet-stream',
  'Application/Offset+Octet-Stream',
  'application/octet-stream',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'application/jsonx',
  'application/json, text/plain',
  'json',
  ';',
]

describe('every call of the contract', () => {
  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s refuses a body of a type it does not declare, unread',
    async (_, route) => {
      const address = `${route.method} /api${route.path.replace(/:\w+/g, 'x')} HTTP/1.1`
      const takesForms = route.accepts === 'multipart'
      const types = [...UNKNOWN.slice(0, 3), ...(takesForms ? [] : ['Multipart/Form-Data; boundary=x'])]
      for (const type of types)
        expect([type, await statusOf([address, `Content-Type: ${type}`, 'Content-Length: 1'], 'x')]).toEqual([
          type,
          415,
        ])
    },
  )
})

describe('a call that takes JSON', () => {
  const LOGIN = 'POST /api/auth/login HTTP/1.1'
  const BODY = '{"email":"nobody@example.org","password":"some-password-1"}'
  const LENGTH = `Content-Length: ${BODY.length}`

  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=UTF-8',
    'APPLICATION/JSON;x=1',
  ])('takes it as %s', async (type) => {
    expect(await statusOf([LOGIN, `Content-Type: ${type}`, LENGTH], BODY)).toBe(401)
  })

  test.each(UNKNOWN)('takes nothing as %j', async (type) => {
    expect(await statusOf([LOGIN, `Content-Type: ${type}`, LENGTH], BODY)).toBe(415)
  })

  test('takes no body without a type, whether its length is given or not', async () => {
    expect(await statusOf([LOGIN, LENGTH], BODY)).toBe(415)
    expect(await statusOf([LOGIN, 'Transfer-Encoding: chunked'], '1\r\nx\r\n0\r\n\r\n')).toBe(415)
  })

  test('takes no body with two types, and no compressed one', async () => {
    const json = 'Content-Type: application/json'
    expect(await statusOf([LOGIN, json, 'Content-Type: text/plain', LENGTH], BODY)).toBe(415)
    expect(await statusOf([LOGIN, json, json, LENGTH], BODY)).toBe(415)
    expect(await statusOf([LOGIN, json, 'Content-Encoding: gzip', LENGTH], BODY)).toBe(415)
  })

  test('is answered before the body has arrived', async () => {
    const head = [LOGIN, 'Content-Type: application/offset+octet-stream', 'Content-Length: 900000000']
    expect(await statusOf(head, 'x')).toBe(415)
    const announced = [LOGIN, 'Content-Type: application/json', 'Content-Length: 900000000']
    expect(await statusOf(announced, '{')).toBe(413)
  })

  test('refuses a body that is too large without having announced its length', async () => {
    const piece = 'x'.repeat(65_536)
    const chunks = `${piece.length.toString(16)}\r\n${piece}\r\n`.repeat(17)
    const head = [LOGIN, 'Content-Type: application/json', 'Transfer-Encoding: chunked']
    expect(await statusOf(head, chunks)).toBe(413)
  })
})

describe('an address that takes no body', () => {
  test.each([
    'GET /api/post/getPosts',
    'GET /explore',
    'DELETE /api/post/delete/x',
    'GET /media/images/x',
    'GET /healthz',
    `POST ${UPLOADS_PATH}`,
  ])('%s refuses any body', async (address) => {
    for (const type of ['application/json', 'application/offset+octet-stream'])
      expect(
        await statusOf([`${address} HTTP/1.1`, `Content-Type: ${type}`, 'Content-Length: 2'], '{}'),
      ).toBe(415)
  })

  test('does not mind a type without a body', async () => {
    expect(await statusOf(['GET /healthz HTTP/1.1', 'Content-Type: application/json'])).toBe(200)
    expect(await statusOf(['GET /healthz HTTP/1.1', 'Content-Type: x/y', 'Content-Length: 0'])).toBe(200)
  })
})

describe('the webhook', () => {
  const WEBHOOK = 'POST /api/razorpay/webhook HTTP/1.1'

  test('takes JSON, up to a size of its own, and nothing else', async () => {
    const json = 'Content-Type: application/json'
    expect(await statusOf([WEBHOOK, json, 'Content-Length: 2'], '{}')).not.toBe(415)
    expect(await statusOf([WEBHOOK, json, 'Content-Length: 262145'], '{')).toBe(413)
    expect(await statusOf([WEBHOOK, 'Content-Type: text/plain', 'Content-Length: 2'], '{}')).toBe(415)
    expect(await statusOf([WEBHOOK, 'Content-Length: 2'], '{}')).toBe(415)
  })

  test('does not match addresses that merely begin alike', async () => {
    const evil = 'Origin: https://evil.example'
    expect(await statusOf(['POST /api/razorpay/webhooks HTTP/1.1', evil])).toBe(403)
  })
})

describe('where nothing exists', () => {
  test.each(['POST /api/nothing', 'POST /', 'POST /explore', 'PUT /asha', 'POST /media/x', 'PATCH /api/x'])(
    '%s is a 404, whatever its body',
    async (address) => {
      for (const type of ['application/json', 'application/offset+octet-stream', 'Multipart/Form-Data'])
        expect(
          await statusOf([`${address} HTTP/1.1`, `Content-Type: ${type}`, 'Content-Length: 1'], 'x'),
        ).toBe(404)
    },
  )
})
