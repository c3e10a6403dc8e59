import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  forgotPassword,
  login,
  register,
  resetPassword,
  sendActivationEmail,
  verify,
} from '#contract/accounts/routes.ts'
import { sendPasswordCode } from '#contract/accounts/security-routes.ts'
import { fileGrievance } from '#contract/enforcement/grievance-routes.ts'
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

async function complain(email: string): Promise<void> {
  const complaint = { kind: 'other', name: 'Mia', email, text: 'It is not right.' } as const
  expect((await app.call(fileGrievance, complaint, fromElsewhere())).status).toBe(200)
  await app.drain()
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

  test('don’t use up the links: notices, complaints and other forms have an allowance of their own', async () => {
    const known = await aUser(app.db, { password: PASSWORD })
    for (let each = 0; each < 4; each += 1) await signUp(known.email)
    expect(await app.mails(known.email)).toHaveLength(2)
    for (let each = 0; each < 8; each += 1) await complain(known.email)
    // Two notices and three complaints: five of what anybody can cause besides links.
    expect(await app.mails(known.email)).toHaveLength(5)
    for (let each = 0; each < 7; each += 1) await askForReset(known.email)
    const subjects = (await app.mails(known.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Choose a new password for Cheers')).toHaveLength(5)
    expect(subjects).toHaveLength(10)
  })

  test('don’t use up the link of somebody new, nor do links for a new password', async () => {
    const email = `nila-${newSuffix()}@example.org`
    for (let each = 0; each < 8; each += 1) await complain(email)
    for (let each = 0; each < 6; each += 1) await complain(email.replace('@', `+${each}@`))
    for (let each = 0; each < 6; each += 1) await signUp(email.replace('@', `+${each}@`))
    await signUp(email)
    await mailedSecret(app, email, 'activate-account')
    for (let each = 0; each < 7; each += 1) await askForReset(email)
    const { password } = aRegistration({ email })
    const before = (await app.mails(email)).length
    expect((await app.call(sendActivationEmail, { email, password }, fromElsewhere())).status).toBe(200)
    await app.drain()
    expect(await app.mails(email)).toHaveLength(before + 1)
    const token = await mailedSecret(app, email, 'activate-account')
    expect((await app.call(verify, { token })).status).toBe(200)
  })

  test('don’t use up a proved address’ links by other spellings of its mailbox', async () => {
    const email = `omar+cheers-${newSuffix()}@example.org`
    await aUser(app.db, { email, password: PASSWORD })
    const others = Array.from({ length: 6 }, (_, each) => email.replace('@', `${each}@`))
    for (const other of others) await signUp(other)
    for (const other of others) await askForReset(other)
    await askForReset(email)
    await mailedSecret(app, email, 'reset-password')
  })

  test('leave a link to whoever asks where they have signed in before', async () => {
    const known = await aUser(app.db, { password: PASSWORD })
    const home = fromElsewhere()
    expect((await app.call(login, { email: known.email, password: PASSWORD }, home)).status).toBe(200)
    await app.drain()
    const before = (await app.mails(known.email)).length
    for (let each = 0; each < 8; each += 1) await askForReset(known.email)
    expect(await app.mails(known.email)).toHaveLength(before + 5)
    expect((await app.call(forgotPassword, { email: known.email }, home)).status).toBe(200)
    await app.drain()
    expect(await app.mails(known.email)).toHaveLength(before + 6)
  })

  test('are counted for one mailbox, however its address is spelled', async () => {
    const name = `mia-${newSuffix()}`
    const addresses = Array.from({ length: 7 }, (_, each) => `${name}+${each}@example.org`)
    for (const address of addresses) await signUp(address)
    const mails = await Promise.all(addresses.map((address) => app.mails(address)))
    expect(mails.flat()).toHaveLength(5)
  })

  test('never hold up a password change, nor a code for somebody who is signed in', async () => {
    const { user, session } = await aSignedInUser(app)
    for (let each = 0; each < 6; each += 1) await askForReset(user.email)
    expect((await app.call(sendPasswordCode, {}, { as: session })).status).toBe(200)
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
