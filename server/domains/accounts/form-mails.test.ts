import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { forgotPassword, register, resetPassword } from '#contract/accounts/routes.ts'
import { sendPasswordCode } from '#contract/accounts/security-routes.ts'
import { newSuffix } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aRegistration, mailedSecret, PASSWORD } from './flow-testing.ts'
import { recipientKey } from './form-mails.ts'
import { aSignedInUser, aUser } from './testing.ts'

let app: TestApp
let visitors = 0

beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: 'loopback' })
})
afterAll(() => app.close())

/** Each from an address of its own, so that no other limit is hit. */
function fromElsewhere() {
  visitors += 1
  return { headers: { 'x-forwarded-for': `203.0.113.${visitors}` } }
}

async function askForReset(email: string) {
  const { status, body } = await app.call(forgotPassword, { email }, fromElsewhere())
  await app.drain()
  return { status, body }
}

async function signUp(email: string): Promise<void> {
  expect((await app.call(register, aRegistration({ email }), fromElsewhere())).status).toBe(200)
  await app.drain()
}

describe('mails that anyone can cause to an address', () => {
  test('are five an hour, while the form answers as always, and the last link keeps working', async () => {
    const known = await aUser(app.db, { password: PASSWORD })
    const answers = []
    for (let each = 0; each < 8; each += 1) answers.push(await askForReset(known.email))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toEqual(await askForReset(`nobody-${newSuffix()}@example.org`))
    expect(await app.mails(known.email)).toHaveLength(5)
    const token = await mailedSecret(app, known.email, 'reset-password')
    const chosen = { token, password: 'a-new-lamp-for-otters', confirmPassword: 'a-new-lamp-for-otters' }
    expect((await app.call(resetPassword, chosen)).status).toBe(200)
  })

  test('are counted over all forms, and a notice of a sign-up leaves room for a link', async () => {
    const known = await aUser(app.db, { password: PASSWORD })
    for (let each = 0; each < 4; each += 1) await signUp(known.email)
    expect(await app.mails(known.email)).toHaveLength(2)
    for (let each = 0; each < 5; each += 1) await askForReset(known.email)
    const subjects = (await app.mails(known.email)).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual([
      ...Array<string>(3).fill('Choose a new password for Cheers'),
      ...Array<string>(2).fill('You already have a Cheers account'),
    ])
  })

  test('are counted for one mailbox, however its address is spelled', async () => {
    const name = `mia-${newSuffix()}`
    const addresses = Array.from({ length: 7 }, (_, each) => `${name}+${each}@example.org`)
    for (const address of addresses) await signUp(address)
    const mails = await Promise.all(addresses.map((address) => app.mails(address)))
    expect(mails.flat()).toHaveLength(5)
  })

  test('never hold up a password change: that is mailed in any case', async () => {
    const { user, session } = await aSignedInUser(app)
    for (let each = 0; each < 6; each += 1) await askForReset(user.email)
    const refused = await app.call(sendPasswordCode, {}, { as: session })
    expect([refused.status, refused.failure.code]).toEqual([429, 'too_many_requests'])
    const token = await mailedSecret(app, user.email, 'reset-password')
    expect(
      (await app.call(resetPassword, { token, password: PASSWORD, confirmPassword: PASSWORD })).status,
    ).toBe(200)
  })
})

test.each([
  ['Mia.Rao+x@Gmail.com', 'miarao@gmail.com'],
  ['m.i.a.rao@googlemail.com', 'miarao@gmail.com'],
  ['mia.rao+news+more@example.org', 'mia.rao@example.org'],
  ['mia@example.org', 'mia@example.org'],
])('mail to %s is mail to %s', (email, recipient) => {
  expect(recipientKey(email)).toBe(recipient)
})
