import { reactions } from '#server/app.ts'
import { createMovableClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { createLimits } from '#server/platform/http/limits.ts'
import { registerReactions } from '#server/platform/jobs/events.ts'
import { createLog } from '#server/platform/log.ts'
import type { Platform } from '#server/platform/platform.ts'

import { findRunningCheers } from './running-database.ts'

/**
 * Does something in the operator's name in the database of a running Cheers, at the time its clock shows. The
 * consequences, at the provider and by mail, are queued for the running server. Throws if no database is running.
 */
export async function withRunningCheers(
  work: (running: {
    config: Config
    platform: Pick<Platform, 'config' | 'database' | 'limits'>
    inTransaction: InTransaction
    now: Date
  }) => Promise<void>,
): Promise<void> {
  const { config, connection } = await findRunningCheers()
  const database = openDatabase(
    { ...connection, max: 1 },
    createLog({ isProduction: config.isProduction, level: 'warn' }),
  )
  registerReactions(reactions)
  try {
    const clock = createMovableClock()
    if (!config.isProduction) await clock.load(database.db)
    const inTransaction: InTransaction = (steps) => database.db.transaction().execute(steps)
    const platform = { config, database, limits: createLimits(database.pool) }
    await work({ config, platform, inTransaction, now: clock.now() })
  } finally {
    await database.close()
  }
}
