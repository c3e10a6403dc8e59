import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { login } from '#contract/accounts/routes.ts'
import { newSuffix } from '#server/platform/ids.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { PASSWORD } from './flow-testing.ts'
import { countGuess } from './guess-queries.ts'
import { PACE } from './guesses.ts'
import { aUser, type BuiltUser } from './testing.ts'

const HOUR_MS = 3_600_000
const HOURS = 6
/** Dozens of guesses, each of which hashes; busy machines take their time. */
const TIMEOUT_MS = 240_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: 'loopback' })
})
afterAll(() => app.close())

function logInFrom(address: string, email: string, password: string, device?: string) {
  const headers = { 'x-forwarded-for': address, ...(device ? { cookie: `cheers-device=${device}` } : {}) }
  return app.call(login, { email, password }, { headers })
}

/** Wrong passwords for one account, each from another address, until they have to wait. */
async function spray(email: string): Promise<{ statuses: number[]; waitSeconds: number }> {
  const answers = []
  for (let each = 1; each <= 28; each += 1)
    answers.push(await logInFrom(`198.18.0.${each}`, email, `guess-number-${each}`))
  return {
    statuses: answers.map(({ status }) => status),
    waitSeconds: Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after')),
  }
}

async function aSprayedOwner(): Promise<{ owner: BuiltUser; device: string }> {
  const owner = await aUser(app.db, { password: PASSWORD })
  const answer = await logInFrom('203.0.113.50', owner.email, PASSWORD)
  const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('cheers-device=')) ?? ''
  expect(cookie.split('; ')).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/api']))
  await spray(owner.email)
  return { owner, device: /=([^;]*)/.exec(cookie)?.[1] ?? '' }
}

describe('guesses at one account from ever-changing addresses', () => {
  test(
    'slow each other down, whether or not the address has an account',
    async () => {
      const owner = await aUser(app.db, { password: PASSWORD })
      const ofKnown = await spray(owner.email)
      const ofUnknown = await spray(`nobody-${newSuffix()}@example.org`)
      expect(ofKnown.statuses).toEqual(ofUnknown.statuses)
      expect(ofKnown.statuses).toEqual([...Array<number>(26).fill(401), 429, 429])
      for (const { waitSeconds } of [ofKnown, ofUnknown]) {
        expect(waitSeconds).toBeGreaterThan(30)
        expect(waitSeconds).toBeLessThanOrEqual(60)
      }
      // Nobody is locked out: it is only a wait.
      await app.clock.advance(app.db, 60_000)
      expect((await logInFrom('198.18.1.1', owner.email, PASSWORD)).status).toBe(200)
    },
    TIMEOUT_MS,
  )

  test(
    'do not hold up the owner, in a browser that signed in before or at an address that did',
    async () => {
      const { owner, device } = await aSprayedOwner()
      expect((await logInFrom('198.18.1.2', owner.email, PASSWORD)).status).toBe(429)
      expect((await logInFrom('198.18.1.3', owner.email, PASSWORD, device)).status).toBe(200)
      expect((await logInFrom('203.0.113.50', owner.email, PASSWORD)).status).toBe(200)
    },
    TIMEOUT_MS,
  )

  test(
    'are not let in by a browser known to another account, and a known browser has limited tries too',
    async () => {
      const { owner, device } = await aSprayedOwner()
      const thief = await aUser(app.db, { password: PASSWORD })
      const signedIn = await logInFrom('198.18.1.4', thief.email, PASSWORD)
      const own = /cheers-device=([^;]*)/.exec(signedIn.headers.getSetCookie().join())?.[1] ?? ''
      expect((await logInFrom('198.18.1.5', owner.email, PASSWORD, own)).status).toBe(429)
      const statuses: number[] = []
      for (let each = 0; each < 11; each += 1)
        statuses.push((await logInFrom(`198.18.2.${each}`, owner.email, 'wrong-password-1', device)).status)
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    },
    TIMEOUT_MS,
  )
})

describe('the pace of guesses', () => {
  test(
    'leaves at most 25 and 15 an hour to any number of addresses',
    async () => {
      const account = hashSecret(newSuffix())
      const start = new Date('2026-03-01T00:00:00Z')
      let [now, tries] = [start, 0]
      while (now.getTime() - start.getTime() < HOURS * HOUR_MS) {
        const { isLetIn, nextAt } = await countGuess(app.db, account, PACE, now)
        if (isLetIn) tries += 1
        now = nextAt > now ? nextAt : new Date(now.getTime() + 1)
      }
      expect(tries).toBeGreaterThan(HOURS * 15)
      expect(tries).toBeLessThan(25 + HOURS * 15 + 10)
    },
    TIMEOUT_MS,
  )

  test(
    'never makes others wait because of a single address, however patient',
    async () => {
      const account = hashSecret(newSuffix())
      const start = new Date('2026-03-01T00:00:00Z').getTime()
      // The most one address may try: 12 in any window of an hour, at the end of one and the beginning of the next.
      for (let window = 0; window < 24; window += 1)
        for (let each = 0; each < 12; each += 1) {
          const minute = window % 2 === 0 ? 59 : 0
          const now = new Date(start + window * HOUR_MS + minute * 60_000 + each * 1000)
          const { isLetIn, nextAt } = await countGuess(app.db, account, PACE, now)
          expect([isLetIn, nextAt.getTime() <= now.getTime()]).toEqual([true, true])
        }
    },
    TIMEOUT_MS,
  )
})
