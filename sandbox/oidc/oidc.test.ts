import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
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
  signIn,
} from './oidc-testing.ts'
import { type OidcSandbox, startOidcSandbox } from './server.ts'

let sandbox: OidcSandbox
let folder: string
const consoleLines: string[] = []

beforeEach(async () => {
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => void consoleLines.push(words.join(' ')))
  }
  folder = await mkdtemp(path.join(os.tmpdir(), 'oidc-sandbox-'))
  sandbox = await startOidcSandbox(sandboxOptions)
})

afterEach(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  expect(consoleLines.splice(0)).toEqual([])
})

function subjectOnButton(page: string, name: string): string {
  return page.match(new RegExp(`value="(\\d+)"(?:(?!</button>).)*${name}`, 's'))?.[1] ?? ''
}

describe('signing in with the local issuer', () => {
  it('leads from choosing an account through consent to an ID token that Cheers can verify', async () => {
    const browser = openBrowser()
    const { config, start, checks } = await beginSignIn(sandbox)
    const chooser = await followTo(sandbox, browser, start)
    expect(chooser.page).toContain('Choose an account to continue to Cheers')
    for (const email of ['asha@example.com', 'ravi@example.com', 'meera@example.com']) {
      expect(chooser.page).toContain(email)
    }
    const person = subjectOnButton(chooser.page, 'Ravi Menon')
    const consent = await followTo(sandbox, browser, await browser(`${chooser.url.href}/account`, { person }))
    expect(consent.page).toContain('Continue to Cheers as Ravi Menon?')
    const callback = await answerConsent(sandbox, browser, consent, 'continue')
    expect(callback.origin + callback.pathname).toBe(redirectUri)
    const tokens = await client.authorizationCodeGrant(config, callback, checks)
    const picture = `${sandbox.issuer}/picture/${person}.png`
    expect(tokens.claims()).toMatchObject({
      iss: sandbox.issuer,
      aud: 'cheers-dev',
      sub: person,
      nonce: checks.expectedNonce,
      name: 'Ravi Menon',
      picture,
      email: 'ravi@example.com',
      email_verified: true,
    })
    expect(decodeProtectedHeader(tokens.id_token ?? '')).toMatchObject({ alg: 'RS256' })
    const userinfo = await client.fetchUserInfo(config, tokens.access_token, person)
    expect(userinfo).toMatchObject({ sub: person, email: 'ravi@example.com', email_verified: true })
    const image = await fetch(picture)
    expect(image.headers.get('content-type')).toBe('image/png')
    expect(
      Buffer.from(await image.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
  })

  it('lets anyone in under a typed name, verified or not, and shows them the next time', async () => {
    const verified = await signIn(sandbox, newPerson)
    expect(verified.claims).toMatchObject({
      name: 'Nila Bose',
      email: 'nila@example.org',
      email_verified: true,
    })
    const unverified = await signIn(sandbox, { name: 'Nila B', email: 'NILA@example.org ' })
    expect(unverified.claims).toMatchObject({
      name: 'Nila B',
      email: 'nila@example.org',
      email_verified: false,
    })
    expect(unverified.claims.sub).toBe(verified.claims.sub)
    const { start } = await beginSignIn(sandbox)
    expect((await followTo(sandbox, openBrowser(), start)).page).toContain('nila@example.org (not verified)')
  })

  it('restores the sample people’s details after one was typed differently', async () => {
    const typed = await signIn(sandbox, { name: 'Not Asha', email: 'asha@example.com' })
    expect(typed.claims).toMatchObject({ name: 'Not Asha', email_verified: false })
    const picked = await signIn(sandbox, { person: typed.claims.sub })
    expect(picked.claims).toMatchObject({ sub: typed.claims.sub, name: 'Asha Rao', email_verified: true })
  })

  it('asks for account and consent again in a browser that signed in before', async () => {
    const browser = openBrowser()
    const first = await signIn(sandbox, newPerson, browser)
    const second = await signIn(
      sandbox,
      { name: 'Omar', email: 'omar@example.org', verified: 'yes' },
      browser,
    )
    expect(second.claims['email']).toBe('omar@example.org')
    expect(second.claims.sub).not.toBe(first.claims.sub)
    const { start } = await beginSignIn(sandbox)
    const consent = await chooseAccount(sandbox, browser, start, newPerson)
    expect(consent.page).toContain('Cheers will receive')
    const [, restart = ''] = consent.page.match(/href="([^"]+)">Choose another account/) ?? []
    const again = await followTo(sandbox, browser, new URL(restart.replaceAll('&amp;', '&'), sandbox.issuer))
    expect(again.page).toContain('Choose an account')
  })

  it('explains what is wrong with a typed account and keeps the input', async () => {
    const browser = openBrowser()
    const { start } = await beginSignIn(sandbox)
    const chooser = await followTo(sandbox, browser, start)
    const response = await browser(`${chooser.url.href}/account`, { name: '<b>"x"', email: 'nowhere' })
    const page = await response.text()
    expect(response.status).toBe(422)
    expect(page).toContain('Enter an e-mail address like asha@example.com.')
    expect(page).toContain('value="&lt;b&gt;&quot;x&quot;"')
    expect(page).not.toContain('<b>"x"')
  })

  it('accepts the client secret in the Authorization header too', async () => {
    const { callback, checks } = await obtainCode(sandbox)
    const { clientSecret } = sandboxOptions
    const config = await discover(sandbox, clientSecret, client.ClientSecretBasic(clientSecret))
    const tokens = await client.authorizationCodeGrant(config, callback, checks)
    expect(tokens.claims()?.['email']).toBe('nila@example.org')
  })
})

describe('tokens signed for forgery tests', () => {
  it('carry the given claims under the published key', async () => {
    const keys = createRemoteJWKSet(new URL(`${sandbox.issuer}/jwks`))
    const plain = await jwtVerify(await sandbox.signIdToken({ sub: '1', email: 'a@example.com' }), keys)
    expect(plain.payload).toMatchObject({
      iss: sandbox.issuer,
      aud: 'cheers-dev',
      sub: '1',
      email: 'a@example.com',
    })
    const foreign = await jwtVerify(
      await sandbox.signIdToken({ aud: 'other', iss: 'https://else.example' }),
      keys,
    )
    expect(foreign.payload).toMatchObject({ aud: 'other', iss: 'https://else.example' })
    const expired = await sandbox.signIdToken({ exp: Math.floor(Date.now() / 1000) - 60 })
    await expect(jwtVerify(expired, keys)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' })
    const endless = await jwtVerify(await sandbox.signIdToken({ exp: undefined }), keys)
    expect(endless.payload).not.toHaveProperty('exp')
  })
})

describe('the state file', () => {
  it('keeps key, people, subjects and port across a restart, readable only by its owner', async () => {
    const statePath = path.join(folder, 'deep', 'oidc.json')
    await sandbox.close()
    sandbox = await startOidcSandbox({ ...sandboxOptions, statePath })
    const before = await signIn(sandbox, newPerson)
    const { issuer } = sandbox
    await sandbox.close()
    sandbox = await startOidcSandbox({ ...sandboxOptions, statePath })
    expect(sandbox.issuer).toBe(issuer)
    const verified = await jwtVerify(before.idToken, createRemoteJWKSet(new URL(`${issuer}/jwks`)))
    expect(verified.payload.sub).toBe(before.claims.sub)
    const again = await signIn(sandbox, { person: before.claims.sub })
    expect(again.claims).toMatchObject({ sub: before.claims.sub, email: 'nila@example.org' })
    expect((await stat(statePath)).mode & 0o777).toBe(0o600)
  })

  it('is recreated when damaged, with the same subjects', async () => {
    const statePath = path.join(folder, 'oidc.json')
    const { claims } = await signIn(sandbox, newPerson)
    await writeFile(statePath, '{"signingKey":')
    await sandbox.close()
    sandbox = await startOidcSandbox({ ...sandboxOptions, statePath })
    expect((await signIn(sandbox, newPerson)).claims.sub).toBe(claims.sub)
    expect(JSON.parse(await readFile(statePath, 'utf8'))).toHaveProperty('signingKey.kid')
  })

  it('does not prevent a start on another port when the wanted one is taken', async () => {
    const blocker = net.createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const address = blocker.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const moved = await startOidcSandbox({ ...sandboxOptions, port })
    expect(moved.issuer).not.toBe(`http://localhost:${port}`)
    expect((await fetch(`${moved.issuer}/.well-known/openid-configuration`)).status).toBe(200)
    await moved.close()
    blocker.close()
    await once(blocker, 'close')
  })
})
