import net from 'node:net'

import * as client from 'openid-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import {
  answerConsent,
  beginSignIn,
  chooseAccount,
  discover,
  followTo,
  newPerson,
  obtainCode,
  openBrowser,
  redirectUri,
  sandboxOptions,
} from './oidc-testing.ts'
import { type OidcSandbox, startOidcSandbox } from './server.ts'

let sandbox: OidcSandbox
beforeEach(async () => {
  sandbox = await startOidcSandbox(sandboxOptions)
})
afterEach(async () => {
  await sandbox.close()
  vi.unstubAllEnvs()
})

describe('the local issuer refuses', () => {
  it.each([
    'http://evil.example/cb',
    `${redirectUri}/more`,
    `${redirectUri}?x=1`,
    'http://localhost:3998/auth/google/callback',
  ])('the return address %s, which is not registered', async (uri) => {
    const { start } = await beginSignIn(sandbox, { redirect_uri: uri })
    const page = await followTo(sandbox, openBrowser(), start)
    expect(page.status).toBe(400)
    expect(page.url.origin).toBe(sandbox.issuer)
    expect(page.page).toContain('This sign-in cannot continue')
  })

  it('an unknown client, a wrong secret, a wrong verifier and a code used twice', async () => {
    const unknown = await beginSignIn(sandbox, { client_id: 'somebody-else' })
    expect((await followTo(sandbox, openBrowser(), unknown.start)).status).toBe(400)
    const { callback, checks, config } = await obtainCode(sandbox)
    const guessing = await discover(sandbox, 'guessed')
    const invalidClient = { error: 'invalid_client' }
    const invalidGrant = { error: 'invalid_grant' }
    await expect(client.authorizationCodeGrant(guessing, callback, checks)).rejects.toMatchObject(
      invalidClient,
    )
    await client.authorizationCodeGrant(config, callback, checks)
    await expect(client.authorizationCodeGrant(config, callback, checks)).rejects.toMatchObject(invalidGrant)
    const other = await obtainCode(sandbox)
    const guess = { ...other.checks, pkceCodeVerifier: client.randomPKCECodeVerifier() }
    const guessed = client.authorizationCodeGrant(other.config, other.callback, guess)
    await expect(guessed).rejects.toMatchObject(invalidGrant)
  })

  it('a sign-in without PKCE, an implicit one and a silent one', async () => {
    const { start } = await beginSignIn(sandbox)
    start.searchParams.delete('code_challenge')
    start.searchParams.delete('code_challenge_method')
    const plain = await followTo(sandbox, openBrowser(), start)
    expect(plain.url.searchParams.get('error')).toBe('invalid_request')
    const implicit = await beginSignIn(sandbox, { response_type: 'id_token' })
    const answer = await followTo(sandbox, openBrowser(), implicit.start)
    expect(answer.url.href).toMatch(/error=(unsupported_response_type|unauthorized_client)/)
    const silent = await beginSignIn(sandbox, { prompt: 'none' })
    const silence = await followTo(sandbox, openBrowser(), silent.start)
    expect(silence.url.searchParams.get('error')).toBe('login_required')
  })

  it('to share anything after Cancel', async () => {
    const browser = openBrowser()
    const { start, checks } = await beginSignIn(sandbox)
    const consent = await chooseAccount(sandbox, browser, start, newPerson)
    const { searchParams } = await answerConsent(sandbox, browser, consent, 'cancel')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      error: 'access_denied',
      state: checks.expectedState,
    })
    expect(searchParams.has('code')).toBe(false)
  })

  it('to continue a sign-in in another browser', async () => {
    const { start } = await beginSignIn(sandbox)
    const chooser = await followTo(sandbox, openBrowser(), start)
    const stranger = await openBrowser()(`${chooser.url.href}/account`, newPerson)
    expect(stranger.status).toBe(400)
    expect(await stranger.text()).toContain('already ended')
  })

  it('to be framed or scripted, and leaves the popup its opener', async () => {
    const browser = openBrowser()
    const { start } = await beginSignIn(sandbox)
    const chooser = await followTo(sandbox, browser, start)
    const { headers } = await browser(chooser.url)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' http://localhost:3999;")
    expect(policy).not.toMatch(/unsafe|script-src/)
    expect(chooser.page).not.toMatch(/<script|style="|onclick/)
    expect(headers.has('cross-origin-opener-policy')).toBe(false)
  })

  it('to be served under another host name', async () => {
    const socket = net.connect(Number(new URL(sandbox.issuer).port), '127.0.0.1')
    socket.end('GET /jwks HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n')
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    expect(answer).toMatch(/^HTTP\/1.1 421 /)
  })

  it('to run in production or beyond loopback', async () => {
    await expect(startOidcSandbox({ ...sandboxOptions, host: '0.0.0.0' })).rejects.toThrow('loopback only')
    vi.stubEnv('NODE_ENV', 'production')
    await expect(startOidcSandbox(sandboxOptions)).rejects.toThrow('does not run in production')
  })
})
