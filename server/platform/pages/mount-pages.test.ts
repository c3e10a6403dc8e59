import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { answerFailure } from '../http/answer-failure.ts'
import { readableUrl } from '../http/request-line.ts'
import { openListener } from '../realtime/listener.ts'
import { mountPages } from './mount-pages.ts'
import type { PageRenderer } from './page-renderer.ts'

/* Caching is tested in server/visitor-pages.test.ts, with real answers. */

let testApp: TestApp
let app: FastifyInstance

const renderer: PageRenderer = {
  template: '<!--head--><!--app--><!--data-->',
  shellHead: () => '<title>shell</title>',
  addressOf: (url) => url,
  indexedPaths: () => ['/', '/terms & more'],
  modulesAt: () => [],
  preloadsFor: (pathname) =>
    pathname === '/no-route' ? [{ method: 'GET', path: '/nothing', input: {} }] : [],
  render(url) {
    if (url === '/broken') throw new Error('the screen fell over')
    return {
      status: 404,
      head: '<title>Page not found</title>',
      html: `<a href="/">Home</a>`,
      modules: [],
      mayKeep: true,
    }
  },
}

beforeAll(async () => {
  testApp = await startTestApp()
  const { platform } = testApp
  app = Fastify({ rewriteUrl: ({ url = '/' }) => readableUrl(url) })
  await app.register(cookie)
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, platform.log))
  const listener = await openListener(platform.database.pool, platform.log)
  app.addHook('onClose', () => listener.close())
  await mountPages(app, {
    platform,
    listener,
    implementations: [],
    renderer: async () => renderer,
    filesDir: null,
    sessionCookie: 'session',
    isCached: true,
  })
})
afterAll(async () => {
  await app.close()
  await testApp.close()
})

describe('a page that cannot be rendered', () => {
  test.each(['/broken', '/no-route'])(
    "is replaced by a calm error page with the log's reference (%s)",
    async (url) => {
      const logged = vi.spyOn(testApp.platform.log, 'error').mockImplementation(() => undefined)
      const answer = await app.inject({ url })
      expect(answer.statusCode).toBe(500)
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      })
      const reference = /<code>([\w-]+)<\/code>/.exec(answer.body)?.[1]
      expect(logged).toHaveBeenCalledWith(
        expect.objectContaining({ req: expect.objectContaining({ id: reference }) }),
        expect.any(String),
      )
      expect(answer.body).not.toContain('fell over')
      expect(answer.body).toContain('href="/"')
      logged.mockRestore()
    },
  )
})

describe('an address that does not exist', () => {
  test.each(['/%00', '/asha%00', '/%zz', '/%c0%80', '/%ed%a0%80/x', '/settings/%00', '/a/b/%'])(
    'is a missing page for everyone when it is malformed: %s',
    async (url) => {
      for (const headers of [{}, { cookie: 'session=somebody' }]) {
        const answer = await app.inject({ url, headers })
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
        expect(answer.body).toContain('Page not found')
      }
    },
  )

  test('is a page with a way home, for people', async () => {
    const answer = await app.inject({ url: '/no/such/page' })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-cache'])
    expect(answer.body).toContain('<a href="/">')
  })

  test('is JSON for calls, files and everything that is not a GET', async () => {
    for (const url of ['/api/nothing', '/assets/nothing.js', '/media/nothing.webp']) {
      const answer = await app.inject({ url })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    }
    expect((await app.inject({ method: 'POST', url: '/page' })).json().code).toBe('not_found')
  })
})

test('the sitemap of fixed pages has those the web bundle names', async () => {
  const { body, headers } = await app.inject({ url: '/sitemap-pages.xml' })
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  const { publicUrl } = testApp.platform.config
  expect([...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc)).toEqual([
    `${publicUrl}/`,
    `${publicUrl}/terms &#38; more`,
  ])
})
