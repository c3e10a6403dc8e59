import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { InputOf, OutputOf, Route } from '#contract/http/route.ts'
import { getLoggedInUser, login, register, sendActivationEmail, verify } from '#contract/accounts/routes.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { newSuffix } from '#server/platform/ids.ts'
import { type Answer, startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aRegistration, mailedSecret } from './flow-testing.ts'
import { isUsernameFree } from './sign-up-queries.ts'
import { aUser } from './testing.ts'

const DAY_MS = 86_400_000
/** Every step hashes; busy machines take their time. */
const TIMEOUT_MS = 300_000
const ADDRESSES_OF_EACH_KIND = 10

let app: TestApp
let visitors = 0

beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: 'loopback' })
})
afterAll(() => app.close())

/** Each from an address of its own, so that no limit is hit. */
async function askAsStranger<R extends Route>(route: R, input: InputOf<R>): Promise<Answer<R>> {
  visitors += 1
  const from = `203.0.${Math.floor(visitors / 250)}.${visitors % 250}`
  return app.call(route, input, { headers: { 'x-forwarded-for': from } })
}

/** Everything a stranger can see of an answer, without what differs between calls anyway: the time, and a signature. */
function visibleParts(answer: { status: number; body: OutputOf<Route>; headers: Headers }) {
  return {
    status: answer.status,
    body: answer.body,
    headers: [...answer.headers]
      .filter(([name]) => name !== 'date')
      .map(([name, value]) => [name, value.replace(/^(cheers-sign-up=)[0-9a-f]{64};/, '$1…;')]),
  }
}

/** A stranger's attempts with an address: sign up, check the username, and use the chosen password. */
async function pry(email: string) {
  const form = aRegistration({ email })
  const { username, password } = form
  const seen = [
    await askAsStranger(register, form),
    await askAsStranger(register, aRegistration({ username })),
    await askAsStranger(login, { email, password }),
    await askAsStranger(sendActivationEmail, { email, password }),
  ]
  return { username, answers: seen.map(visibleParts) }
}

async function isFree(username: string): Promise<boolean> {
  const stranger = { email: 'stranger@example.net', userId: null, now: app.clock.now() }
  return isUsernameFree(app.db, username, stranger)
}

describe('a stranger who signs up in the name of ten known and ten unknown addresses', () => {
  test(
    'sees the same for all of them: answers, usernames, logins, that day and the next',
    async () => {
      const known: string[] = []
      for (let each = 0; each < ADDRESSES_OF_EACH_KIND; each += 1)
        known.push((await aUser(app.db, { email: `known-${newSuffix()}@example.org` })).email)
      const unknown = known.map(() => `unknown-${newSuffix()}@example.org`)
      const seen = await Promise.all([...known, ...unknown].map(pry))
      const [first] = seen
      for (const { answers } of seen) expect(answers).toEqual(first?.answers)
      expect(first?.answers.map(({ status }) => status)).toEqual([200, 409, 200, 200])
      expect(await Promise.all(seen.map(({ username }) => isFree(username)))).not.toContain(true)

      await app.drain()
      for (const email of known)
        expect((await app.mails(email)).map(({ subject }) => subject)).not.toContain(
          'Activate your Cheers account',
        )

      await app.clock.advance(app.db, DAY_MS)
      expect(await Promise.all(seen.map(({ username }) => isFree(username)))).not.toContain(false)
      const [ofKnown, ofUnknown] = [seen[0], seen.at(-1)]
      const later = await Promise.all(
        [ofKnown, ofUnknown].map((one) =>
          askAsStranger(register, aRegistration({ username: one?.username ?? '' })),
        ),
      )
      expect(later.map(({ status }) => status)).toEqual([200, 200])
    },
    TIMEOUT_MS,
  )
})

describe('a username', () => {
  test('is released when the sign-up is repeated with another one, whether or not the address is known', async () => {
    const known = await aUser(app.db)
    for (const email of [known.email, `unknown-${newSuffix()}@example.org`]) {
      const form = aRegistration({ email })
      await askAsStranger(register, form)
      await askAsStranger(register, { ...form, username: `other-${newSuffix()}` })
      expect(await isFree(form.username)).toBe(true)
    }
  })

  test('taken by someone else before the account was activated gets an ending, and a mail says so', async () => {
    const form = aRegistration()
    await askAsStranger(register, form)
    await app.clock.advance(app.db, DAY_MS)
    await aUser(app.db, { username: form.username })
    expect((await askAsStranger(sendActivationEmail, form)).status).toBe(200)
    const token = await mailedSecret(app, form.email, 'activate-account')
    expect((await askAsStranger(verify, { token })).body.msg).toBe('Account Activated!')
    const session = app.sessionOf(await askAsStranger(login, form))
    const { body } = await app.call(getLoggedInUser, {}, { as: session })
    expect(body.user.username).toMatch(new RegExp(`^${form.username.slice(0, 20)}-[a-z0-9]{8}$`))
    await app.drain()
    expect((await app.mails(form.email)).map(({ subject }) => subject)).toContain(
      `You are @${body.user.username} on Cheers`,
    )
  })
})

test('a sign-up that was never activated is forgotten after thirty days, with its account', async () => {
  const form = aRegistration()
  await askAsStranger(register, form)
  const known = await aUser(app.db)
  await askAsStranger(register, aRegistration({ email: known.email }))
  await app.clock.advance(app.db, 31 * DAY_MS)
  await many(app.db, sql`insert into jobs (name) values ('accounts.sweep-secrets')`)
  await app.drain()
  const left = await many(
    app.db,
    sql<{ email: string }>`select email from users where email in (${form.email}, ${known.email})
      union all select email from sign_ups where email in (${form.email}, ${known.email})`,
  )
  expect(left).toEqual([{ email: known.email }])
})
