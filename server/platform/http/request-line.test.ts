import net from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { routes } from '#contract/routes.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function statusOf(target: string, more = ''): Promise<number> {
  const { hostname, port } = new URL(app.baseUrl)
  const socket = net.connect(Number(port), hostname)
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n${more}\r\n`)
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(await text(socket))?.[1])
}

/** NUL, broken encodings, overlong ones, half a pair of surrogates, bytes that no UTF-8 has. */
const UNREADABLE = [
  '%00',
  'a%00b',
  '%2500%00',
  '%',
  '%zz',
  '%c0%80',
  '%e0%80%af',
  '%ed%a0%80',
  '%ff',
  '%f5%80%80%80',
]

describe('a malformed path', () => {
  const addresses = [
    '/x',
    '/x/rss',
    '/x/y/z',
    '/media/images/x',
    '/media/og/x.png',
    '/media/p/x/original',
    '/media/s/x/y/original',
    '/media/takeout/x',
    '/unsubscribe/x',
    '/assets/x',
    '/api/uploads/x',
    '/api/x',
    ...routes.filter(({ method }) => method === 'GET').map(({ path }) => `/api${path.replace(/:\w+/g, 'x')}`),
  ]
  test.each(addresses)('is a 404, not a server error: %s', async (address) => {
    for (const unreadable of UNREADABLE) {
      const target = address.includes('x') ? address.replace('x', unreadable) : `${address}/${unreadable}`
      expect([target, await statusOf(target)]).toEqual([target, 404])
    }
  })

  test('in a query causes no server error either', async () => {
    for (const address of [
      '/sitemap-creators.xml?from=',
      '/api/creator/getCreators?search=',
      '/api/post/getPosts?cursor=',
      '/api/link-preview?url=',
      '/api/auth/google/callback?code=',
      '/healthz?x=',
    ])
      for (const unreadable of UNREADABLE)
        expect([address, unreadable, (await statusOf(address + unreadable)) < 500]).toEqual([
          address,
          unreadable,
          true,
        ])
  })
})

describe('a request that is too long', () => {
  test('is refused for its address and for its headers', async () => {
    expect(await statusOf(`/healthz?${'x'.repeat(7000)}`)).toBe(200)
    expect(await statusOf(`/healthz?${'x'.repeat(8001)}`)).toBe(414)
    expect(await statusOf(`/api/creator/creatorDetails/${'x'.repeat(301)}`)).toBe(404)
    expect(await statusOf('/healthz', 'a: b\r\n'.repeat(101))).toBe(431)
    expect(await statusOf('/healthz', `a: ${'b'.repeat(17_000)}\r\n`)).toBe(431)
  })
})
