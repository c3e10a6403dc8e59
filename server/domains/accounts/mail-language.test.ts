import { afterAll, beforeAll, expect, test } from 'vitest'

import { requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { PASSWORD } from './flow-testing.ts'
import { aSession, aUser } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function mailTo(language: string) {
  const user = await aUser(app.db, { password: PASSWORD, now: app.clock.now() })
  await run(app.db, sql`update users set language = ${language} where id = ${user.id}`)
  const session = await aSession(app.db, app.platform, user.id)
  await app.call(requestDeletion, { currentPassword: PASSWORD }, { as: session })
  await app.drain()
  const [mail] = await app.mails(user.email)
  return { user, subject: mail?.subject ?? '', text: mail?.text ?? '' }
}

test('a mail is in the language of its recipient, names and addresses as they are', async () => {
  const { user, subject, text } = await mailTo('pseudo')
  expect(subject).toMatch(/⟦Ýóúŕ Cheers áççóúñţ/)
  expect(text).toContain(`Ĥéļļó ${user.name}`)
  expect(text).toContain(`${app.platform.config.publicUrl}/login`)
})

test('English is the language of every account so far', async () => {
  const { subject } = await mailTo('en')
  expect(subject).toMatch(/^Your Cheers account will be deleted on /)
})

test('an account has one of the known languages', async () => {
  await expect(mailTo('tlh')).rejects.toThrow('users_language_known')
})
