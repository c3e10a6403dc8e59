import { afterAll, beforeAll, expect, test } from 'vitest'

import { getSettings } from '#contract/console/setting-routes.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

const SECRET = 'a-key-that-only-this-test-has-as-its-secret'
const METRICS = 'a-token-that-opens-metrics'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({
    ALLOW_STAFF: 'without-second-factor',
    OPERATOR_NAME: 'Cheers e.V.',
    RAZORPAY_X_ACCOUNT: '2323230041626905',
    RAZORPAY_X_INR_PER_USD: '83.25',
    SMTP_URL: 'smtp://cheers:hunter22@mail.example:587',
    MAIL_FROM: 'hello@cheers.example',
    SECRET_KEY: SECRET,
    METRICS_TOKEN: METRICS,
  })
})
afterAll(() => app.close())

test('operators read how the installation is set up, and never a secret', async () => {
  const { session } = await aStaffMember(app, 'operator')
  const { settings } = (await app.call(getSettings, {}, { as: session })).body
  const values = Object.fromEntries(settings.map(({ name, value }) => [name, value]))
  expect(values).toMatchObject({
    OPERATOR_NAME: 'Cheers e.V.',
    RAZORPAY_X_ACCOUNT: '•••• 6905',
    RAZORPAY_X_INR_PER_USD: '83.25',
    TRUST_PROXY: null,
  })
  // Where mails leave, but not as whom and with which password.
  expect(values['SMTP_URL']).toBe('mail.example:587')
  const shown = JSON.stringify(settings)
  for (const secret of ['hunter22', SECRET, METRICS]) expect(shown).not.toContain(secret)
})
