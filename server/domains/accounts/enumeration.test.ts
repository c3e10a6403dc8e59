import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { InputOf, OutputOf, Route } from '#contract/http/route.ts'
import { forgotPassword, login, register } from '#contract/accounts/routes.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { type Answer, startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aRegistration, PASSWORD } from './flow-testing.ts'
import { aUser, type BuiltUser } from './testing.ts'

let app: TestApp
let known: BuiltUser
let visitors = 0

beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: 'loopback' })
  known = await aUser(app.db, { email: 'known@example.org', password: PASSWORD })
})
afterAll(() => app.close())

/** Each from an address of its own, so that no limit is hit. */
function callAsStranger<R extends Route>(route: R, input: InputOf<R>): Promise<Answer<R>> {
  visitors += 1
  return app.call(route, input, { headers: { 'x-forwarded-for': `203.0.113.${visitors % 250}` } })
}

/** Everything a stranger can see of an answer, without what differs between calls anyway: the time, and a signature. */
function visibleParts(answer: { status: number; body: OutputOf<Route>; headers: Headers }) {
  const passing = new Set(['date'])
  return {
    status: answer.status,
    body: answer.body,
    headers: [...answer.headers]
      .filter(([name]) => !passing.has(name))
      .map(([name, value]) => [name, value.replace(/^(cheers-sign-up=)[0-9a-f]{64};/, '$1…;')]),
  }
}

async function countHashes(work: () => Promise<unknown>): Promise<number> {
  const count = async () =>
    Number(/^password_hashes_total (\d+)$/m.exec(await productMetrics.metrics())?.[1] ?? Number.NaN)
  const before = await count()
  await work()
  return (await count()) - before
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

  test('by requesting a new password', async () => {
    const answers = [
      await callAsStranger(forgotPassword, { email: known.email }),
      await callAsStranger(forgotPassword, { email: 'unknown@example.org' }),
    ].map(visibleParts)
    expect(answers[0]).toEqual(answers[1])
    await app.drain()
    expect(await app.mails('unknown@example.org')).toEqual([])
  })

  // Nearly all the time is hashing, and each hash takes as long as any other.
  test('by the time that logging in takes, whether or not a stranger signed up with it', async () => {
    const [quiet, tried] = [
      await aUser(app.db, { password: PASSWORD }),
      await aUser(app.db, { password: PASSWORD }),
    ]
    for (const email of [tried.email, 'tried@example.org'])
      await callAsStranger(register, aRegistration({ email }))
    const hashesFor = (email: string) =>
      countHashes(() => callAsStranger(login, { email, password: 'wrong-password-1' }))
    const forQuiet = await hashesFor(quiet.email)
    expect(forQuiet).toBeGreaterThan(0)
    expect(await hashesFor('nobody@example.org')).toBe(forQuiet)
    expect(await hashesFor('tried@example.org')).toBe(await hashesFor(tried.email))
  })

  test('by the time that signing up takes', async () => {
    const hashesFor = (email: string) => countHashes(() => callAsStranger(register, aRegistration({ email })))
    const forKnown = await hashesFor(known.email)
    expect(forKnown).toBeGreaterThan(0)
    expect(await hashesFor('another@example.org')).toBe(forKnown)
  })
})
