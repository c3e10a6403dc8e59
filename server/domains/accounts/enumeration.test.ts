import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { InputOf, OutputOf, Route } from '#contract/http/route.ts'
import { forgotPassword, login, register } from '#contract/accounts/routes.ts'
import { type Answer, startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aRegistration, PASSWORD } from './flow-testing.ts'
import { aUser, type BuiltUser } from './testing.ts'

const SAMPLES = 15
/** A ratio, since machines differ. Nearly all the time is hashing: one hash more or less would at least double it. */
const MEDIANS_RATIO_MAX = 1.8

let app: TestApp
let known: BuiltUser
let visitors = 0

beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: 'loopback' })
  known = await aUser(app.db, { email: 'known@example.org', password: PASSWORD })
})
afterAll(() => app.close())

/** Each from an address of its own, so that no limit is met. */
function callAsStranger<R extends Route>(route: R, input: InputOf<R>): Promise<Answer<R>> {
  visitors += 1
  return app.call(route, input, { headers: { 'x-forwarded-for': `203.0.113.${visitors % 250}` } })
}

/** Everything a stranger can see of an answer, without what differs from call to call anyway. */
function visibleParts(answer: { status: number; body: OutputOf<Route>; headers: Headers }) {
  const passing = new Set(['date'])
  return {
    status: answer.status,
    body: answer.body,
    headers: [...answer.headers].filter(([name]) => !passing.has(name)),
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Both kinds in turns, so that whatever else this machine does slows both alike. */
async function compareTimes(
  name: string,
  forKnown: () => Promise<unknown>,
  forUnknown: () => Promise<unknown>,
): Promise<number> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    times.known.push(await timed(forKnown))
    times.unknown.push(await timed(forUnknown))
  }
  const [ofKnown, ofUnknown] = [median(times.known), median(times.unknown)]
  process.stdout.write(
    `${name}: known ${ofKnown.toFixed(1)} ms, unknown ${ofUnknown.toFixed(1)} ms (medians)\n`,
  )
  return Math.max(ofKnown, ofUnknown) / Math.min(ofKnown, ofUnknown)
}

describe('a stranger cannot tell whether an address has an account', () => {
  test('by signing up with it: only its owner gets a mail saying so', async () => {
    const unknown = aRegistration()
    const answers = [
      await callAsStranger(register, aRegistration({ email: known.email })),
      await callAsStranger(register, unknown),
    ].map(visibleParts)
    expect(answers[0]).toEqual(answers[1])
    await app.drain()
    const [toOwner] = await app.mails(known.email)
    expect(toOwner).toMatchObject({ subject: 'You already have a Cheers account' })
    expect(toOwner?.links.join()).not.toContain('activate-account')
    expect((await app.mails(unknown.email))[0]?.subject).toBe('Activate your Cheers account')
  })

  test('by logging in with a wrong password', async () => {
    const answers = [
      await callAsStranger(login, { email: known.email, password: 'wrong-password-1' }),
      await callAsStranger(login, { email: 'unknown@example.org', password: 'wrong-password-1' }),
    ].map(visibleParts)
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'credentials_wrong' } })
  })

  test('by asking for a new password', async () => {
    const answers = [
      await callAsStranger(forgotPassword, { email: known.email }),
      await callAsStranger(forgotPassword, { email: 'unknown@example.org' }),
    ].map(visibleParts)
    expect(answers[0]).toEqual(answers[1])
    await app.drain()
    expect(await app.mails('unknown@example.org')).toEqual([])
  })

  test('by the time that logging in takes', async () => {
    const ratio = await compareTimes(
      'login',
      () => callAsStranger(login, { email: known.email, password: 'wrong-password-1' }),
      () => callAsStranger(login, { email: 'unknown@example.org', password: 'wrong-password-1' }),
    )
    expect(ratio).toBeLessThan(MEDIANS_RATIO_MAX)
  })

  test('by the time that signing up takes', async () => {
    const ratio = await compareTimes(
      'register',
      () => callAsStranger(register, aRegistration({ email: known.email })),
      () => callAsStranger(register, aRegistration()),
    )
    expect(ratio).toBeLessThan(MEDIANS_RATIO_MAX)
  })
})
