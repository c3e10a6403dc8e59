import fs from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

import { eachSecond, jobs } from '#server/app.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aStoredMedium } from '#server/domains/media/storage/store-testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { joinAndPay } from '#server/domains/subscriptions/testing.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { startEachSecond } from '#server/platform/jobs/each-second.ts'
import { startJobs } from '#server/platform/jobs/runner.ts'
import { createLog } from '#server/platform/log.ts'
import { startAppOn } from '#server/testing/app-on-database.ts'

export interface BusyProduct {
  connection: pg.ClientConfig
  written: () => { payments: number; messages: number; media: number }
  stopWriting(): Promise<void>
  close(): Promise<void>
}

/** Longer than the product keeps a mail of its own waiting. */
const PAUSE_MS = 15

/** The whole product on the database it brings, with its jobs, and people who join, pay, write and upload all the time. */
export async function startBusyProduct(dataDir: string): Promise<BusyProduct> {
  await fs.mkdir(dataDir, { recursive: true })
  await fs.chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir })
  const log = createLog({ isProduction: false, level: 'fatal' })
  const database = openDatabase(postgres.connection, log)
  await migrate(database.db)
  await database.close()
  const app = await startAppOn(postgres.connection, { DATA_DIR: dataDir })
  const runner = await startJobs(app.platform, jobs)
  const regular = startEachSecond(app.platform, eachSecond)

  const owner = await aUser(app.db)
  const creator = await aCreator(app.db, owner.id)
  const plan = await aPlan(app.db, creator.id)
  const room = await aRoom(app.db, creator.id)
  const written = { payments: 0, messages: 0, media: 0 }
  const stopping = new AbortController()
  async function goOn(write: () => Promise<unknown>): Promise<void> {
    while (!stopping.signal.aborted) {
      await write()
      await sleep(PAUSE_MS)
    }
  }
  const writers = [
    goOn(async () => {
      await joinAndPay(app.platform, { memberId: (await aUser(app.db)).id, planId: plan.id })
      written.payments += 1
    }),
    goOn(async () => {
      await aMessage(app.db, room.id, owner.id, { body: `Message ${written.messages}` })
      written.messages += 1
    }),
    goOn(async () => {
      await aStoredMedium(app.platform, owner.id, 'video', ['low'])
      written.media += 1
      await sleep(500)
    }),
  ]
  const stopWriting = async () => {
    stopping.abort()
    await Promise.all(writers)
  }
  return {
    connection: postgres.connection,
    written: () => written,
    stopWriting,
    async close() {
      await stopWriting()
      await runner.stop()
      await regular.stop()
      await app.close()
      await postgres.stop()
    },
  }
}
