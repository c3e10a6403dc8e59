import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { one, sql } from '#server/platform/db/query.ts'

import { type GoogleRig, startGoogleRig, type StartedPopup } from './google-testing.ts'

const NOW_SECONDS = Math.floor(Date.now() / 1000)

let rig: GoogleRig
let key: { kid: string; jwk: Record<string, unknown>; pem: string; der: Buffer }

beforeAll(async () => {
  rig = await startGoogleRig()
  const response = await fetch(`${rig.issuer.issuer}/jwks`)
  const { keys } = z.parse(
    z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) }),
    await response.json(),
  )
  const [jwk] = keys
  if (!jwk) throw new Error('The issuer publishes no key')
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  key = {
    kid: jwk.kid,
    jwk,
    pem: publicKey.export({ type: 'spki', format: 'pem' }),
    der: publicKey.export({ type: 'spki', format: 'der' }),
  }
})
afterAll(() => rig.close())

/** The claims of a token that would be accepted if it were signed correctly. */
function claimsFor(popup: StartedPopup): Record<string, unknown> {
  return {
    iss: rig.issuer.issuer,
    aud: 'cheers-tests',
    sub: '108123456789012345678',
    email: 'victim@example.org',
    email_verified: true,
    nonce: popup.nonce,
    iat: NOW_SECONDS,
    exp: NOW_SECONDS + 3600,
  }
}

type Signer = (signingInput: string) => string | Buffer

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** A token made by hand. */
function forge(header: Record<string, unknown>, claims: Record<string, unknown>, signer: Signer): string {
  const input = `${encode({ typ: 'JWT', ...header })}.${encode(claims)}`
  return `${input}.${Buffer.from(signer(input)).toString('base64url')}`
}

const strangersKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signAsStranger: Signer = (input) => sign('sha256', Buffer.from(input), strangersKeys.privateKey)

function hmacWith(secret: () => string | Buffer): Signer {
  return (input) => createHmac('sha256', secret()).update(input).digest()
}

async function countAccounts(): Promise<number> {
  const tables = sql<{
    count: number
  }>`select (select count(*) from users) + (select count(*) from user_identities)
    + (select count(*) from sessions) as count`
  return (await one(rig.app.db, tables)).count
}

interface Sent {
  uid?: string
  email?: string
  /** Named when an expected refusal doesn't come. */
  what?: string
}

async function expectRefused(idToken: string, cookie: string, extra: Sent = {}) {
  const before = await countAccounts()
  const answer = await rig.call({ idToken, cookie, uid: extra.uid, email: extra.email })
  expect(answer, extra.what ?? '').toMatchObject({
    status: 401,
    failure: { code: expect.stringMatching(/^identity_/) },
  })
  expect(answer.body).not.toHaveProperty('token')
  expect(await countAccounts()).toBe(before)
  return answer
}

describe('an ID token is refused', () => {
  test('when a claim is wrong or missing, though the issuer signed it', async () => {
    const changes: [what: string, claims: Record<string, unknown>][] = [
      ['another audience', { aud: 'another-client' }],
      ['no audience', { aud: undefined }],
      ['another issuer', { iss: 'https://accounts.google.com' }],
      ['our issuer with a path', { iss: `${rig.issuer.issuer}/other` }],
      ['no issuer', { iss: undefined }],
      ['expired an hour ago', { exp: NOW_SECONDS - 3600 }],
      ['expired a minute ago', { exp: NOW_SECONDS - 60 }],
      ['never expiring', { exp: undefined }],
      ['without a time', { iat: undefined }],
      ['not valid yet', { nbf: NOW_SECONDS + 3600 }],
      ['without a subject', { sub: undefined }],
      ['with an empty subject', { sub: '' }],
      ['for another sign-in', { nonce: 'a-nonce-of-somebody-else' }],
      ['without a nonce', { nonce: undefined }],
      ['with an address that is not proved', { email_verified: false }],
      ['with an address that is proved in words only', { email_verified: 'true' }],
      ['silent about the proof', { email_verified: undefined }],
      ['without an address', { email: undefined }],
      ['with an empty address', { email: '' }],
    ]
    for (const [what, claims] of changes) {
      const popup = await rig.start()
      const idToken = await rig.issuer.signIdToken({ ...claimsFor(popup), ...claims })
      const answer = await expectRefused(idToken, popup.cookie, { what })
      expect([what, answer.failure.code]).toEqual([what, 'identity_unproven'])
    }
    // The same claims unchanged are accepted, so each refusal above is for its own reason.
    const popup = await rig.start()
    const idToken = await rig.issuer.signIdToken(claimsFor(popup))
    expect((await rig.call({ idToken, cookie: popup.cookie })).status).toBe(200)
  })

  test('when it is not signed by the issuer', async () => {
    const forgeries: [what: string, header: Record<string, unknown>, signer: Signer][] = [
      ['alg none', { alg: 'none' }, () => ''],
      ['alg None with a key id', { alg: 'None', kid: key.kid }, () => ''],
      ['RS256 without a signature', { alg: 'RS256', kid: key.kid }, () => ''],
      ['HS256 over the public key as PEM', { alg: 'HS256', kid: key.kid }, hmacWith(() => key.pem)],
      ['HS256 over the public key trimmed', { alg: 'HS256', kid: key.kid }, hmacWith(() => key.pem.trim())],
      ['HS256 over the public key as DER', { alg: 'HS256', kid: key.kid }, hmacWith(() => key.der)],
      ['HS256 over the modulus', { alg: 'HS256', kid: key.kid }, hmacWith(() => String(key.jwk['n']))],
      ['HS256 over the client secret', { alg: 'HS256' }, hmacWith(() => 'a-secret-of-these-tests')],
      ['RS256 by a stranger', { alg: 'RS256', kid: key.kid }, signAsStranger],
      ['RS256 by a stranger without a key id', { alg: 'RS256' }, signAsStranger],
      [
        'RS256 by a stranger who sends the key along',
        { alg: 'RS256', jwk: strangersKeys.publicKey.export({ format: 'jwk' }) },
        signAsStranger,
      ],
      ['RS256 with an address for the key', { alg: 'RS256', jku: 'http://127.0.0.1:9/jwks' }, signAsStranger],
    ]
    for (const [what, header, signer] of forgeries) {
      const popup = await rig.start()
      await expectRefused(forge(header, claimsFor(popup), signer), popup.cookie, { what })
    }
  })

  test('when one claim was changed after the issuer signed it', async () => {
    const popup = await rig.start()
    const claims = claimsFor(popup)
    const [header, , signature] = (await rig.issuer.signIdToken(claims)).split('.')
    const payload = Buffer.from(JSON.stringify({ ...claims, email: 'other@example.org' })).toString(
      'base64url',
    )
    await expectRefused(`${header}.${payload}.${signature}`, popup.cookie)
  })

  test('when it is not a token at all', async () => {
    for (const text of ['x', 'a.b.c', 'e30.e30.', '..', `${'a'.repeat(4000)}.b.c`])
      await expectRefused(text, (await rig.start()).cookie, { what: text })
  })
})

describe('a real ID token is refused', () => {
  const person = { name: 'Nila Bose', email: 'nila@example.org', verified: 'yes' }

  test('a second time', async () => {
    const result = await rig.signIn(person)
    expect((await rig.call(result)).status).toBe(200)
    await expectRefused(result.idToken, result.cookie)
  })

  test('once, when it is sent twice at the same moment', async () => {
    const result = await rig.signIn(person)
    const answers = await Promise.all([rig.call(result), rig.call(result), rig.call(result)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  })

  test('without the cookie of its sign-in, or with that of another', async () => {
    const result = await rig.signIn(person)
    await expectRefused(result.idToken, '')
    await expectRefused(result.idToken, (await rig.start()).cookie)
  })

  test('ten minutes after the popup was opened', async () => {
    const result = await rig.signIn(person)
    await rig.app.clock.advance(rig.app.db, 600_000)
    await expectRefused(result.idToken, result.cookie)
  })

  test('when the fields next to it name someone else', async () => {
    const result = await rig.signIn(person)
    const others = [{ uid: '108999999999999999999' }, { email: 'somebody-else@example.org' }]
    for (const extra of others) {
      const answer = await expectRefused(result.idToken, result.cookie, { uid: result.uid, ...extra })
      expect(answer.failure.code).toBe('identity_mismatch')
    }
    expect((await rig.call(result, { email: 'NILA@example.org' })).status).toBe(200)
  })

  test('when the issuer did not verify the address, through the whole popup', async () => {
    const result = await rig.signIn({ name: 'Unproved', email: 'unproved@example.org' })
    expect(result.email).toBeNull()
    await expectRefused(result.idToken, result.cookie)
  })
})
