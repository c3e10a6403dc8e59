import { spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { provePayouts } from '#scripts/audit-provider.ts'
import { PAYOUTS, type Row } from '#scripts/audit-queries.ts'
import { readSandboxBooks } from '#scripts/provider-books.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { changeDetails } from '#server/domains/payouts/details.ts'
import { findPayout } from '#server/domains/payouts/payout-queries.ts'
import { approvePayout, requestPayout } from '#server/domains/payouts/payouts.ts'
import { payByRazorpayX } from '#server/domains/payouts/razorpayx.ts'
import { getBalanceAt } from '#server/domains/payouts/service.ts'
import { INDIAN_BANK } from '#server/domains/payouts/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'

import { type PaymentSandbox, steerSandbox } from '../sandbox.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { KILL_POINTS, type KillPoint } from './payout-kill-points.ts'
import type { WorkerOrder } from './payout-worker.fixture.ts'
import { figureOf, PROOF_SEED, report, seeded } from './seeded.ts'

const KILLS = figureOf('PROVE_PAYOUT_KILLS', 7)
const X = { RAZORPAY_X_ACCOUNT: '2323230041626905', RAZORPAY_X_INR_PER_USD: '83.25' }
const WORKER = path.join(import.meta.dirname, 'payout-worker.fixture.ts')
const DAY_MS = 86_400_000

let app: TestApp
let sandbox: PaymentSandbox
let folder: string

beforeAll(async () => {
  app = await startTestApp(X)
  sandbox = steerSandbox(app)
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-payout-kills-'))
})
afterAll(async () => {
  await app.close()
  await fs.rm(folder, { recursive: true, force: true })
})

const inTransaction: InTransaction = (work) => app.db.transaction().execute(work)

/** An approved payout of $90. */
async function anApprovedPayout(): Promise<{ id: string; creatorId: string }> {
  const now = app.clock.now()
  const creator = await aCreator(app.db, (await aUser(app.db)).id, { platformPlan: 'Pro' })
  const plan = await aPlan(app.db, creator.id)
  const member = await aUser(app.db)
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
  const capturedAt = new Date(now.getTime() - 9 * DAY_MS)
  await aPayment(app.db, { subscriptionId, memberId: member.id, plan, amountCents: 10_000, capturedAt })
  await inTransaction((db) =>
    changeDetails(db, app.platform, { creatorId: creator.id, form: INDIAN_BANK, now }),
  )
  const { id } = await inTransaction((db) => requestPayout(db, creator.id, now))
  await inTransaction((db) => approvePayout(db, id, now))
  return { id, creatorId: creator.id }
}

/** Starts a process that pays, and waits for its end. Returns the signal that killed it; null: it exited. */
async function payInProcess(payoutId: string, diesAt: KillPoint, delayMs: number): Promise<string | null> {
  const { razorpay, config, secretKey, database } = app.platform
  const { connectionString, host, port, user, password, database: name } = database.pool.options
  const order: WorkerOrder = {
    connection: JSON.parse(
      JSON.stringify({ connectionString, host, port, user, password, database: name }),
    ) as object,
    env: {
      ...X,
      DATA_DIR: folder,
      RAZORPAY_KEY_ID: razorpay.keyId,
      RAZORPAY_KEY_SECRET: razorpay.keySecret,
      RAZORPAY_WEBHOOK_SECRET: razorpay.webhookSecrets.current,
      RAZORPAY_API_URL: new URL(razorpay.checkoutUrl).origin,
      GOOGLE_CLIENT_ID: 'nobody',
      GOOGLE_CLIENT_SECRET: 'signs in here',
      SMTP_URL: 'smtp://127.0.0.1:9',
      PUBLIC_URL: config.publicUrl,
    },
    secretKey,
    now: app.clock.now().toISOString(),
    payoutId,
    diesAt,
    delayMs,
    keysFile: path.join(folder, 'keys'),
  }
  const child = spawn(process.execPath, [WORKER, JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (signal === null && code !== 0) reject(new Error(`The process ended with ${code}: ${said}`))
      else resolve(signal)
    })
  })
}

const payHere = (payoutId: string) =>
  payByRazorpayX.run(
    inTransaction,
    { payoutId },
    { platform: app.platform, now: app.clock.now(), signal: new AbortController().signal },
  )

async function settle(payoutId: string, outcome: 'processed' | 'reversed'): Promise<void> {
  const payout = await findPayout(app.db, payoutId)
  await sandbox.post(`/payouts/${payout?.providerPayoutId}/settle`, { outcome })
  await sandbox.deliver()
}

test(
  `nobody is paid twice by processes that are killed (${KILLS} kills, seed ${PROOF_SEED})`,
  async () => {
    const random = seeded(PROOF_SEED)
    const killed: Record<string, number> = {}
    const payouts: { id: string; creatorId: string; isReversed: boolean }[] = []
    let kills = 0
    while (kills < KILLS) {
      const payout = await anApprovedPayout()
      // Every fifth is killed again when it is resumed.
      for (let again = true; again; again = random(5) === 0) {
        const point = KILL_POINTS[kills % KILL_POINTS.length] ?? 'intent_committed'
        const signal = await payInProcess(payout.id, point, random(8))
        kills += signal === 'SIGKILL' ? 1 : 0
        if (signal === 'SIGKILL') killed[point] = (killed[point] ?? 0) + 1
      }
      // Two resume it at once, as after a lock whose holder was presumed dead.
      await Promise.allSettled([payHere(payout.id), payHere(payout.id)])
      await payHere(payout.id)
      await settle(payout.id, 'processed')
      const isReversed = payouts.length % 20 === 0
      // The provider sends it twice.
      if (isReversed) for (let said = 0; said < 2; said += 1) await settle(payout.id, 'reversed')
      payouts.push({ ...payout, isReversed })
    }

    const problems: string[] = []
    const books = await readSandboxBooks(new URL(app.platform.razorpay.checkoutUrl).origin)
    const { rows } = await app.platform.database.pool.query<Row>(PAYOUTS)
    provePayouts((holds, problem) => void (holds || problems.push(problem)), books, rows)
    expect(problems).toEqual([])
    expect(books.payouts).toHaveLength(payouts.length)
    const now = app.clock.now()
    for (const { id, creatorId, isReversed } of payouts) {
      expect((await findPayout(app.db, id))?.status).toBe(isReversed ? 'reversed' : 'paid')
      expect((await getBalanceAt(app.db, creatorId, now)).availableMinor).toBe(isReversed ? 9000 : 0)
    }
    const sums = await many(
      app.db,
      sql<{ sum: number }>`select sum(amount_minor)::bigint as sum from ledger_entries group by currency`,
    )
    expect(sums.every(({ sum }) => sum === 0)).toBe(true)

    const lines = (await fs.readFile(path.join(folder, 'keys'), 'utf8')).trim().split('\n')
    expect(lines.filter((line) => new Set(line.split(' ')).size !== 1)).toEqual([])
    const reversed = payouts.filter(({ isReversed }) => isReversed).length
    report('payout kills', { kills, at: killed, payouts: payouts.length, reversed, requests: lines.length })
  },
  // A process takes seconds to start, and on a busy machine half a minute.
  60_000 + KILLS * 60_000,
)
