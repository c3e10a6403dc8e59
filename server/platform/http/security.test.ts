import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getLoggedInUser, login, updateUser } from '#contract/accounts/routes.ts'
import { EMBED_ORIGINS } from '#contract/media/embeds.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let secure: TestApp

beforeAll(async () => {
  app = await startTestApp()
  secure = await startTestApp({
    PUBLIC_URL: 'https://cheers.example',
    RAZORPAY_KEY_ID: 'rzp_live_1',
    RAZORPAY_KEY_SECRET: 'secret-1',
    RAZORPAY_WEBHOOK_SECRET: 'secret-2',
  })
})
afterAll(async () => {
  await app.close()
  await secure.close()
})

const EVERYWHERE = [
  '/api/post/getPosts',
  '/api/nothing',
  '/api/auth/google/popup.js',
  '/healthz',
  '/nothing-here',
]

/** The directives of an answer's content security policy. */
function policyOf(response: Response): Record<string, string[]> {
  const directives = (response.headers.get('content-security-policy') ?? '').split(';')
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources]
    }),
  )
}

describe('every answer', () => {
  test.each(EVERYWHERE)('at %s keeps a page to its own scripts, frames and forms', async (path) => {
    const response = await fetch(app.baseUrl + path)
    const policy = policyOf(response)
    expect(JSON.stringify(policy)).not.toMatch(/unsafe-|\*/)
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
    })
    expect(policy['script-src']).toEqual(["'self'", new URL(app.platform.razorpay.checkoutUrl).origin])
    const [own, ...hashes] = policy['style-src'] ?? []
    expect(own).toBe("'self'")
    for (const hash of hashes) expect(hash).toMatch(/^'sha256-[\w+/]{43}='$/)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), display-capture=(), geolocation=()',
    })
    for (const name of ['x-powered-by', 'server', 'access-control-allow-origin'])
      expect(response.headers.get(name)).toBeNull()
  })

  test('lets the studio alone use camera, microphone and screen, and encode', async () => {
    for (const path of ['/studio/live', '/studio/lives/1', '/asha/live/1', '/?/studio/live/1']) {
      const response = await fetch(app.baseUrl + path)
      expect(response.headers.get('permissions-policy')).toContain('camera=()')
      expect(policyOf(response)['worker-src']).toEqual(["'self'"])
    }
    const studio = await fetch(`${app.baseUrl}/studio/live/1`)
    expect(studio.headers.get('permissions-policy')).toBe(
      'camera=(self), microphone=(self), display-capture=(self), geolocation=()',
    )
    expect(policyOf(studio)).toMatchObject({ 'worker-src': ["'self'", 'blob:'] })
    expect(policyOf(studio)['script-src']).toContain("'wasm-unsafe-eval'")
    expect(JSON.stringify(policyOf(studio))).not.toMatch(/'unsafe-eval'|unsafe-inline/)
  })

  test('asks browsers to stay on https where the site has it, and only there', async () => {
    const [plain, encrypted] = [
      await fetch(`${app.baseUrl}/healthz`),
      await fetch(`${secure.baseUrl}/healthz`),
    ]
    expect(plain.headers.get('strict-transport-security')).toBeNull()
    expect(policyOf(plain)).not.toHaveProperty('upgrade-insecure-requests')
    expect(encrypted.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
    expect(policyOf(encrypted)).toHaveProperty('upgrade-insecure-requests')
  })

  test('names the hosts of the real payment provider only when it is configured', async () => {
    const [sandboxed, real] = [
      await fetch(`${app.baseUrl}/healthz`),
      await fetch(`${secure.baseUrl}/healthz`),
    ]
    expect(sandboxed.headers.get('content-security-policy')).not.toContain('razorpay.com')
    expect(policyOf(real)['script-src']).toEqual([
      "'self'",
      'https://checkout.razorpay.com',
      'https://cdn.razorpay.com',
    ])
    expect(policyOf(real)['frame-src']).toContain('https://api.razorpay.com')
  })

  test('lets a page frame the checkout and the players of the video providers, and nothing else', async () => {
    const [sandboxed, real] = [
      await fetch(`${app.baseUrl}/healthz`),
      await fetch(`${secure.baseUrl}/healthz`),
    ]
    const checkout = new URL(app.platform.razorpay.checkoutUrl).origin
    expect(policyOf(sandboxed)['frame-src']).toEqual([checkout, ...EMBED_ORIGINS])
    expect(policyOf(real)['frame-src']).toEqual([
      'https://api.razorpay.com',
      'https://checkout.razorpay.com',
      ...EMBED_ORIGINS,
    ])
  })
})

describe('a page of another site', () => {
  const hostile: [what: string, headers: Record<string, string>][] = [
    ['by fetch', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['from a browser without Sec-Fetch-Site', { origin: 'https://evil.example' }],
    ['from a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['hiding its origin', { 'sec-fetch-site': 'cross-site' }],
    ['from a sister domain', { origin: 'http://evil.localhost', 'sec-fetch-site': 'same-site' }],
    ['from another port', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['with our name in its own', { origin: 'http://localhost.evil.example' }],
  ]

  test.each(hostile)('cannot send a state-changing request: %s', async (_, headers) => {
    const user = await aUser(app.db, { name: 'Ravi' })
    const session = await aSession(app.db, app.platform, user.id)
    const change = { displayName: 'Changed', username: user.username }
    const signedIn = await app.call(updateUser, change, { as: session, headers })
    expect(signedIn).toMatchObject({ status: 403, failure: { code: 'forbidden' } })
    const signedOut = await app.call(login, { email: user.email, password: 'some-password-1' }, { headers })
    expect(signedOut.status).toBe(403)
    const me = await app.call(getLoggedInUser, {}, { as: session })
    expect(me.body.user.name).toBe('Ravi')
  })

  test('cannot do so by a form, of any type', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
    ]) {
      const response = await fetch(`${app.baseUrl}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': type, origin: 'https://evil.example' },
        body: '{"email":"a@example.org","password":"x"}',
      })
      expect(response.status).toBe(403)
    }
  })

  test('gets no permission to read our answers', async () => {
    const response = await fetch(`${app.baseUrl}/api/post/getPosts`, {
      headers: { origin: 'https://evil.example' },
    })
    expect(response.status).toBe(200)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    const preflight = await fetch(`${app.baseUrl}/api/user/update`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT' },
    })
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('our own page, and programs that are not browsers', () => {
  test('get through', async () => {
    const own: Record<string, string>[] = [
      { origin: app.platform.config.publicUrl, 'sec-fetch-site': 'same-origin' },
      { origin: app.platform.config.publicUrl },
      { origin: app.baseUrl },
      { 'sec-fetch-site': 'none' },
      {},
    ]
    for (const headers of own) {
      const answer = await app.call(
        login,
        { email: 'nobody@example.org', password: 'some-password-1' },
        { headers },
      )
      expect(answer.status).toBe(401)
    }
  })
})
