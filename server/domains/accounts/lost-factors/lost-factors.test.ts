import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { keepFactors } from '#contract/accounts/email-routes.ts'
import { getSecurity } from '#contract/accounts/factor-routes.ts'
import { finishSignIn } from '#contract/accounts/proof-routes.ts'
import { login } from '#contract/accounts/routes.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { PASSWORD } from '../flow-testing.ts'
import { codeAt } from '../proof/factor-testing.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import { aFactor, aSession, aUser, type BuiltUser } from '../testing.ts'
import { askForRemoval, stopRemoval } from './lost-factors.ts'

const DAY_MS = 86_400_000

let app: TestApp
let user: BuiltUser
let secret: string
let session: TestSession

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  user = await aUser(app.db, { password: PASSWORD })
  secret = await aFactor(app, user.id)
  session = await aSession(app.db, app.platform, user.id)
})
afterAll(() => app.close())

/** Somebody on the staff says that the user lost everything. */
function say(by: string) {
  const decision = { userId: user.id, reason: 'Rang from the number we know', by, now: app.clock.now() }
  return transactionsOf(app.db)((db) => askForRemoval(db, decision))
}

const enter = () => app.call(login, { email: user.email, password: PASSWORD })

/** Jobs wait by the database's clock, which a test doesn't move. */
async function pass(days: number): Promise<void> {
  await app.clock.advance(app.db, days * DAY_MS)
  await app.drain()
}

async function subjects(): Promise<string[]> {
  await app.drain()
  return (await app.mails(user.email)).map(({ subject }) => subject).toReversed()
}

describe('lost second factors', () => {
  test('are removed seven days after a second person agreed, with three mails', async () => {
    expect((await say('dev')).changed).toBe(true)
    expect(await subjects()).toEqual([])
    const from = app.clock.now().getTime()
    const dueAt = (await say('maya')).recovery.dueAt?.getTime() ?? 0
    expect(Math.abs(dueAt - from - 7 * DAY_MS)).toBeLessThan(60_000)
    const { factorsRemovedAt } = (await app.call(getSecurity, {}, { as: session })).body
    expect(factorsRemovedAt).not.toBeNull()
    expect(await subjects()).toHaveLength(1)
    await pass(4)
    expect(await subjects()).toHaveLength(2)
    await pass(2.9)
    expect((await enter()).body.token).toBeUndefined()
    await pass(0.2)
    expect(await subjects()).toEqual([
      expect.stringMatching(/^The second step of your Cheers account will be removed on \d+ \w+ \d{4}$/),
      expect.stringMatching(/^Three days left: your second step will be removed on/),
      'The second step of your Cheers account has been removed',
    ])
    expect((await app.call(getSecurity, {}, { as: session })).status).toBe(401)
    expect((await enter()).body.token).toBeDefined()
  })

  test('need two people: one alone removes nothing, however often', async () => {
    await say('dev')
    expect((await say('dev')).changed).toBe(false)
    await pass(30)
    expect((await enter()).body.token).toBeUndefined()
    expect(await subjects()).toEqual([])
  })

  test('stay when their owner uses one of them', async () => {
    await say('dev')
    await say('maya')
    const { challenge = '' } = (await enter()).body
    const code = codeAt(secret, app.clock.now())
    expect((await app.call(finishSignIn, { challenge, code })).status).toBe(200)
    await pass(8)
    expect((await enter()).body.token).toBeUndefined()
  })

  test('stay when their owner says so by a mail, and the link then removes nothing either', async () => {
    await say('dev')
    await say('maya')
    await app.drain()
    const links = (await app.mails(user.email)).flatMap((mail) => mail.links)
    const token =
      links
        .find((link) => link.includes('/keep-factors/'))
        ?.split('/')
        .at(-1) ?? ''
    expect((await app.call(keepFactors, { token })).status).toBe(200)
    expect((await app.call(keepFactors, { token })).failure.code).toBe('link_invalid')
    await pass(8)
    expect((await enter()).body.token).toBeUndefined()
    expect(
      (await app.call(getSecurity, {}, { as: await aSession(app.db, app.platform, user.id) })).body,
    ).toMatchObject({ factorsRemovedAt: null })
  })

  test('stay when the staff change their mind, and can be asked about again', async () => {
    await say('dev')
    await say('maya')
    await transactionsOf(app.db)((db) => stopRemoval(db, user.id, app.clock.now()))
    await pass(8)
    expect((await enter()).body.token).toBeUndefined()
    expect((await say('dev')).recovery.dueAt).toBeNull()
  })

  test('of an account without any are no matter', async () => {
    const other = await aUser(app.db)
    const decision = { userId: other.id, reason: 'Asked', by: 'dev', now: app.clock.now() }
    await expect(transactionsOf(app.db)((db) => askForRemoval(db, decision))).rejects.toMatchObject({
      spec: { code: 'factors_missing' },
    })
  })
})
