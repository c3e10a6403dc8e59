import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getOwnRights } from '#contract/console/rights-routes.ts'

import { jobs } from './app.ts'
import { aStaffMember } from './domains/staff/testing.ts'
import { one, sql } from './platform/db/query.ts'
import { enqueueMail } from './platform/mail/outbox.ts'
import { markRestored, refuseInCopy, releaseCopy } from './platform/restored-copy.ts'
import { readSourceTree, withoutComments } from './testing/source-tree.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/* A copy from a backup moves no money and sends nothing until it is released: docs/decisions/0191. */

const MOMENT = new Date('2026-03-01T09:30:00Z')
const MAIL = {
  to: { name: 'Ana', address: 'ana@cheers.example' },
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
}

let app: TestApp
let owner: pg.ClientConfig

async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' }, async (connection) => {
    owner = connection
    await asOwner((client) => markRestored(client, MOMENT))
    return connection
  })
})
afterAll(() => app.close())

test('mails stay in the queue, as if nobody had tried', async () => {
  await app.db.transaction().execute((db) => enqueueMail(db, app.platform, MAIL))
  await app.drain()
  expect(await app.mails(MAIL.to.address)).toEqual([])
  const waiting = await one(
    app.db,
    sql<{ attempts: number }>`select attempts from jobs where name = 'mail.send'`,
  )
  expect(waiting).toEqual({ attempts: 0 })
})

test('whoever tries all the same is refused: mails, pushes, and every change at the provider', async () => {
  const { mailer, push, razorpay } = app.platform
  await expect(mailer.send(MAIL, 'an-id')).rejects.toThrow('restored copy')
  const device = { endpoint: 'https://fcm.googleapis.com/x', p256dh: '', auth: '' }
  const keys = { publicKey: '', privateKey: '' }
  await expect(
    push.send(device, { text: '{}', name: 'x' }, keys, new AbortController().signal),
  ).rejects.toThrow('restored copy')
  const plan = { period: 'monthly', name: 'A', amountCents: 500, currency: 'USD', notes: {} } as const
  await expect(razorpay.createPlan(plan)).rejects.toThrow('restored copy')
  await expect(
    razorpay.refundPayment('pay_1', { amountCents: 100, notes: {}, idempotencyKey: 'a' }),
  ).rejects.toMatchObject({ isCertain: false, message: expect.stringContaining('restored copy') as string })
  await expect(app.db.transaction().execute(refuseInCopy)).rejects.toThrow('restored copy')
})

test('the provider is asked what happened since', async () => {
  expect(await app.platform.razorpay.listPayments(MOMENT)).toEqual([])
})

test('the console says what it is', async () => {
  const { session } = await aStaffMember(app, 'support')
  expect((await app.call(getOwnRights, {}, { as: session })).body.restoredTo).toBe(MOMENT.toISOString())
})

test('what changes something outside waits: every job that does says so', () => {
  const writing =
    /\brazorpay\s*\.(?:create|cancel|pause|resume|refund|changePlan|addTo|answer|contest|submit)\w*\(|\bendAtProvider\(platform|\bpush\.send\(|\bmailer\.send\(/
  const silent = readSourceTree()
    .filter(({ path }) => /^server\/(?:domains|platform)\//.test(path) && !/test/.test(path))
    .filter(({ text }) => /\bdefineJob(?:InPhases)?\(/.test(text) && writing.test(withoutComments(text)))
    .map(({ path, text }) => [path, text.match(/reachesOut: true/g)?.length ?? 0] as const)
  expect(silent.filter(([, count]) => count === 0)).toEqual([])
  expect(
    jobs
      .filter(({ reachesOut }) => reachesOut)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'mail.send',
    'notifications.push-to-device',
    'payments.check-account',
    'payments.send-evidence',
    'payments.send-refund',
    'payouts.razorpayx',
    'subscriptions.cancel-at-provider',
    'subscriptions.cancel-replaced',
    'subscriptions.carry-to-next-charge',
    'subscriptions.pause-at-provider',
    'subscriptions.price-at-provider',
    'subscriptions.release-hold',
  ])
})

test('released, it is an original again', async () => {
  expect(await asOwner(releaseCopy)).toBe(true)
  expect(await asOwner(releaseCopy)).toBe(false)
  await app.db.transaction().execute(refuseInCopy)
})
