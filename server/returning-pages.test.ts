import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { updateCreator } from '#contract/creators/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'

import { buildApp, implementations } from './app.ts'
import { mountPages } from './platform/pages/mount-pages.ts'
import { rendererOfAnswers } from './testing/renderer-of-answers.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/* Pages as returning members get them: the visitors' answers, in a document of their own. */

let app: TestApp
let node: FastifyInstance
let address: string
let cookieName: string

const { renderer, countRendered } = rendererOfAnswers()

beforeAll(async () => {
  app = await startTestApp()
  cookieName = sessionCookieName(app.platform.config.publicUrl)
  const { app: built } = await buildApp(app.platform, (instance, listener) =>
    mountPages(instance, {
      listener,
      platform: app.platform,
      implementations,
      renderer: async () => renderer,
      filesDir: null,
      sessionCookie: cookieName,
      isCached: true,
    }),
  )
  node = built
  address = await node.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await node.close()
  await app.close()
})

async function aPage() {
  const user = await aUser(app.db)
  const creator = await aCreator(app.db, user.id, { pageName: 'Asha the First', headline: 'Before' })
  const session = await aSession(app.db, app.platform, user.id)
  const headers = { authorization: `Bearer ${session.token}`, cookie: `${cookieName}=${session.cookie}` }
  // The node answers this once it has dropped all pages that earlier changes made old.
  await node.inject({ method: 'POST', url: '/api/no-such-call' })
  return { creator, headers, path: `/${creator.handle}` }
}

/** Over a connection: cached pages are answered before Fastify takes the request. */
async function visit(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(address + path, { headers })
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

async function countRenders(act: () => Promise<unknown>): Promise<number> {
  const before = countRendered()
  await act()
  return countRendered() - before
}

describe('a returning member', () => {
  test('gets the page itself, and nothing in it is theirs', async () => {
    const { path, headers, creator } = await aPage()
    const plan = await aPlan(app.db, creator.id)
    await aPost(app.db, creator.id, { planId: plan.id, html: '<p>Only for those who joined.</p>' })
    const own = await visit(path, headers)
    expect(own.status).toBe(200)
    expect(own.body).toContain('Asha the First')
    expect(own.body).not.toContain('Only for those who joined.')
    expect(own.body).toContain('"isCurrentUser":false')
    // A cookie is no proof: a made-up one gets the very same bytes.
    expect((await visit(path, { cookie: `${cookieName}=anything` })).body).toBe(own.body)
  })

  test('costs no more than a visitor: the page is rendered once for all of them', async () => {
    const { path, headers } = await aPage()
    const first = await visit(path, { cookie: headers.cookie })
    const renders = await countRenders(async () => {
      for (let count = 0; count < 3; count += 1) {
        const again = await visit(path, { cookie: `theme=dark; ${cookieName}=${count}` })
        expect(again.body).toBe(first.body)
        expect([...again.headers].filter(([name]) => name !== 'date')).toEqual(
          [...first.headers].filter(([name]) => name !== 'date'),
        )
      }
    })
    expect(renders).toBe(0)
  })

  test('sees changes at once', async () => {
    const { path, headers, creator } = await aPage()
    for (let count = 0; count < 3; count += 1)
      expect((await visit(path, { cookie: headers.cookie })).body).toContain('Before')
    const update = updateCreator.path.replace(':pageHandle', creator.handle)
    const answer = await node.inject({
      method: 'PUT',
      url: `/api${update}`,
      headers,
      payload: { headline: 'After' },
    })
    expect(answer.statusCode).toBe(200)
    expect((await visit(path, { cookie: headers.cookie })).body).toContain('After')
  })

  test('is sent an empty page where visitors see none, for the browser to fill', async () => {
    const cookie = `${cookieName}=anything`
    for (const path of ['/members', `/nobody-${Date.now()}`]) {
      const answer = await visit(path, { cookie })
      expect([answer.status, answer.body.includes(`<title>returning ${path}</title>`)]).toEqual([200, true])
      expect(await countRenders(() => visit(path, { cookie }))).toBe(1)
    }
  })
})

describe('the two variants of a page', () => {
  test('are never mixed, whichever was requested first', async () => {
    const { path } = await aPage()
    const cookie = `${cookieName}=anything`
    for (let round = 0; round < 2; round += 1) {
      expect((await visit(path)).body).toContain(`<title>${path}</title>`)
      expect((await visit(path, { cookie })).body).toContain(`<title>returning ${path}</title>`)
      // A cookie whose name only ends like ours belongs to something else.
      expect((await visit(path, { cookie: `x${cookieName}=1` })).body).toContain(`<title>${path}</title>`)
    }
  })

  test('have names of their own, and no shared cache may keep the member’s', async () => {
    const { path } = await aPage()
    const cookie = `${cookieName}=anything`
    for (let round = 0; round < 2; round += 1) {
      const [visitors, members] = [await visit(path), await visit(path, { cookie })]
      expect(visitors.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
      expect(members.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate')
      expect(members.headers.get('vary')).toMatch(/Cookie/)
      const tag = members.headers.get('etag') ?? ''
      expect(tag).not.toBe(visitors.headers.get('etag'))
      // A cache that ignores `Vary` revalidates with its tag, and is sent the right page.
      expect((await visit(path, { 'if-none-match': tag })).status).toBe(200)
      expect((await visit(path, { cookie, 'if-none-match': tag })).status).toBe(304)
    }
  })
})
