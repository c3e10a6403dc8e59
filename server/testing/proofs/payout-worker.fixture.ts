import fs from 'node:fs'
import type pg from 'pg'

import { payByRazorpayX } from '#server/domains/payouts/razorpayx.ts'
import { openOutside } from '#server/embedded.ts'
import { createMovableClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { createWriteBehind } from '#server/platform/db/write-behind.ts'
import { createLimits } from '#server/platform/http/limits.ts'
import { createLog } from '#server/platform/log.ts'
import type { Platform } from '#server/platform/platform.ts'
import { openProcesses } from '#server/platform/process-pool/open-processes.ts'
import { createPushClient } from '#server/platform/push/push-client.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'

import type { KillPoint } from './payout-kill-points.ts'

/* Pays one payout as the job does, in a process of its own that kills itself with SIGKILL at the given point. */

export interface WorkerOrder {
  connection: pg.ClientConfig
  env: Record<string, string>
  secretKey: string
  now: string
  payoutId: string
  diesAt: KillPoint
  /** For `request_under_way`: how long the request may run, in milliseconds. */
  delayMs: number
  /** Every key sent to the provider is noted here before the call: a line of payout id and key. */
  keysFile: string
}

const order = JSON.parse(process.argv[2] ?? '') as WorkerOrder

function dieAt(point: KillPoint): void {
  if (order.diesAt === point) process.kill(process.pid, 'SIGKILL')
}

const config = readConfig(order.env)
const log = createLog({ isProduction: false, level: 'fatal' })
const database = openDatabase({ ...order.connection, max: 2 }, log)
const clock = createMovableClock()
const outside = await openOutside(config, order.secretKey, clock)

const razorpay: Platform['razorpay'] = {
  ...outside.razorpay,
  async createPayout(payout) {
    fs.appendFileSync(order.keysFile, `${order.payoutId} ${payout.idempotencyKey}\n`)
    dieAt('before_request')
    const asked = outside.razorpay.createPayout(payout)
    if (order.diesAt === 'request_under_way') setTimeout(() => dieAt('request_under_way'), order.delayMs)
    const made = await asked
    dieAt('answer_received')
    return made
  },
}

let transactions = 0
const inTransaction: InTransaction = async (work) => {
  transactions += 1
  const isFirst = transactions === 1
  const result = await database.db.transaction().execute(async (db) => {
    const done = await work(db)
    dieAt(isFirst ? 'intent_not_committed' : 'answer_not_committed')
    return done
  })
  dieAt(isFirst ? 'intent_committed' : 'answer_committed')
  return result
}

const platform: Platform = {
  config,
  database,
  clock,
  mailer: outside.mailer,
  razorpay,
  oidc: outside.oidc,
  storage: await openStorage(config),
  limits: createLimits(database.pool),
  writeBehind: createWriteBehind(database.db, log),
  restoredCopy: null,
  processes: openProcesses('shared'),
  push: createPushClient(config.publicUrl, config.operator.email),
  log,
  secretKey: order.secretKey,
}
await payByRazorpayX.run(
  inTransaction,
  { payoutId: order.payoutId },
  { platform, now: new Date(order.now), signal: new AbortController().signal },
)
await outside.close()
await database.close()
