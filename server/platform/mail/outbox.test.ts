import net from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { many, sql } from '../db/query.ts'
import { transactionsOf } from '../db/transaction.ts'
import type { Job } from '../jobs/define-job.ts'
import { drainJobs } from '../jobs/runner.ts'
import { createMailer, type Mail } from './mailer.ts'
import { defineMailJob, enqueueMail } from './outbox.ts'

let app: TestApp
const closing: (() => void)[] = []

beforeAll(async () => {
  app = await startTestApp()
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
afterAll(() => app.close())

const letterTo = (address: string): Mail => ({
  to: { name: 'Ravi Menon', address },
  subject: 'Choose a new password',
  text: 'https://cheers.example/reset-password/very-secret',
  html: '<p>Hello</p>',
})
const everyone = defineMailJob(() => Promise.resolve(true))

function queued() {
  return many(
    app.db,
    sql<{
      payload: string
      attempts: number
      error: string | null
    }>`select payload::text as payload, attempts, last_error as error from jobs
      where name = 'mail.send'`,
  )
}

const send = (mailer = app.platform.mailer, job: Job = everyone) =>
  drainJobs({ ...app.platform, mailer }, [job])

/** A mail server that answers every recipient with this line. */
async function mailServerThatSays(answer: string) {
  const server = net.createServer((socket) => {
    socket.write('220 ready\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean))
        socket.write(line.startsWith('RCPT') ? `${answer}\r\n` : '250 fine\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Cheers <cheers@example.org>',
    domain: 'example.org',
  })
  closing.push(
    () => mailer.close(),
    () => server.close(),
  )
  return mailer
}

test('a mail is sent exactly if its transaction commits, and cannot be read in the queue', async () => {
  const inTransaction = transactionsOf(app.db)
  const failing = inTransaction(async (db) => {
    await enqueueMail(db, app.platform, letterTo('never@example.org'))
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await inTransaction((db) => enqueueMail(db, app.platform, letterTo('ravi@example.org')))
  const [only, ...others] = await queued()
  expect(others).toEqual([])
  for (const secret of ['very-secret', 'ravi@example.org']) expect(only?.payload).not.toContain(secret)
  await send()
  expect(await app.mails('never@example.org')).toEqual([])
  expect(await app.mails('ravi@example.org')).toHaveLength(1)
  expect(await queued()).toEqual([])
})

test('a mail that the mail server rejects for now is retried alone', async () => {
  await enqueueMail(app.db, app.platform, letterTo('later@example.org'))
  await send(await mailServerThatSays('450 mailbox is busy'))
  // The queue notes the reason a moment after it has given up.
  await expect.poll(queued).toMatchObject([{ attempts: 1, error: expect.stringContaining('450') as string }])
  await app.db.executeQuery(sql`update jobs set run_at = now()`.compile(app.db))
  await send()
  expect(await app.mails('later@example.org')).toHaveLength(1)
})

test('a mail whose recipient does not exist is dropped', async () => {
  await enqueueMail(app.db, app.platform, letterTo('nobody@example.org'))
  await send(await mailServerThatSays('550 no such user'))
  expect(await queued()).toEqual([])
})

test('whether its recipient may have a mail is checked on sending, except for a suspension notice', async () => {
  const address = 'suspended@example.org'
  await enqueueMail(app.db, app.platform, letterTo(address))
  await enqueueMail(
    app.db,
    app.platform,
    { ...letterTo(address), subject: 'Notice' },
    { isForSuspended: true },
  )
  await send(
    app.platform.mailer,
    defineMailJob(() => Promise.resolve(false)),
  )
  expect((await app.mails(address)).map(({ subject }) => subject)).toEqual(['Notice'])
})
