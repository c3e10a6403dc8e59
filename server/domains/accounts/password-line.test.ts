import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { login, register } from '#contract/accounts/routes.ts'
import { platformFailures } from '#contract/http/route.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { waitFor } from '#server/testing/wait-for.ts'

import { aRegistration, PASSWORD } from './flow-testing.ts'
import { hashPassword, hashWithMemory } from './passwords.ts'
import { aUser } from './testing.ts'

/** So much that a line stays one while the test looks at it; other tests' hashes cost next to nothing. */
const SLOW_KIB = 60_000
const QUICK_KIB = 8
const TIMEOUT_MS = 240_000

let app: TestApp
const flood: Promise<unknown>[] = []
const hangUp = new AbortController()

beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: 'loopback' })
})
afterAll(async () => {
  hangUp.abort()
  await Promise.allSettled(flood)
  hashWithMemory(QUICK_KIB)
  await app.close()
})

async function hashesMade(): Promise<number> {
  const metric = await productMetrics.getSingleMetric('password_hashes_total')?.get()
  return metric?.values[0]?.value ?? 0
}

interface Answered {
  status: number
  retryAfter: string | null
  body: string
}

async function send(path: string, body: unknown, from: string, signal?: AbortSignal): Promise<Answered> {
  const response = await fetch(`${app.baseUrl}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await response.text(),
  }
}

const guess = (address: string, turn: number, signal?: AbortSignal) =>
  send(login.path, { email: `nobody-${turn}-${address}@example.org`, password: PASSWORD }, address, signal)

test(
  'three addresses that send logins and sign-ups without end hold nobody else up, and are told so at once',
  async () => {
    const stranger = await aUser(app.db, { password: PASSWORD })
    const home = await aUser(app.db, { password: PASSWORD })
    const at = '203.0.113.50'
    expect((await send(login.path, { email: home.email, password: PASSWORD }, at)).status).toBe(200)
    hashWithMemory(SLOW_KIB)
    const refused: Answered[] = []
    const keep = async (answering: Promise<Answered>) => {
      const answer = await answering.catch(() => null)
      if (answer?.status === 429) refused.push(answer)
    }
    for (const address of ['198.51.100.1', '198.51.100.2', '2001:db8:1:2::1'])
      for (let turn = 0; turn < 30; turn += 1) {
        // Of one /64.
        const from = address.includes(':') ? `2001:db8:1:2::${turn + 1}` : address
        flood.push(
          keep(
            turn % 3 === 0
              ? send(
                  register.path,
                  aRegistration({ email: `flood-${turn}-${address}@example.org` }),
                  from,
                  hangUp.signal,
                )
              : guess(from, turn, hangUp.signal),
          ),
        )
      }
    await waitFor(() => expect(refused.length).toBeGreaterThan(2))
    for (const { retryAfter, body } of refused) {
      expect(Number(retryAfter)).toBeGreaterThan(0)
      expect(JSON.parse(body)).toMatchObject({ message: platformFailures.busy.message })
    }

    const before = await hashesMade()
    const known = await send(login.path, { email: home.email, password: PASSWORD }, at)
    const afterKnown = await hashesMade()
    const unknown = await send(login.path, { email: stranger.email, password: PASSWORD }, '203.0.113.99')
    const afterUnknown = await hashesMade()
    expect([known.status, unknown.status]).toEqual([200, 200])
    // Their own, and what was being made already when they came or began beside theirs.
    expect(afterKnown - before).toBeLessThanOrEqual(5)
    expect(afterUnknown - afterKnown).toBeLessThanOrEqual(9)
  },
  TIMEOUT_MS,
)

test(
  'no password is worked on for those who have hung up',
  async () => {
    hangUp.abort()
    await Promise.allSettled(flood)
    hashWithMemory(SLOW_KIB)
    // Our own work isn't refused: two hashes at a time, so that everything else waits.
    const ours = Array.from({ length: 6 }, () => hashPassword(PASSWORD))
    const gone = new AbortController()
    const before = await hashesMade()
    const left = Array.from({ length: 8 }, (_, turn) => guess('198.51.100.9', turn, gone.signal))
    await sleep(500)
    gone.abort()
    await Promise.allSettled(left)
    await Promise.all(ours)
    expect((await guess('198.51.100.9', 99)).status).toBe(401)
    expect((await hashesMade()) - before).toBeLessThanOrEqual(6 + 1)
  },
  TIMEOUT_MS,
)
