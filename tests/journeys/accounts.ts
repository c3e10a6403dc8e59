import '#server/testing/quick-hashes.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { createMovableClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { findRunningPostgres } from '#server/platform/db/running-postgres.ts'
import { createLog } from '#server/platform/log.ts'

import { dataDirOf } from './product.ts'
import type { Person } from './steps.ts'

/**
 * Writes an activated account into the database of the product at `baseUrl`, as signing up and following the mailed link
 * leave it. That takes a hundredth of the time; `by-screen.ts` does it as people do.
 */
export async function addAccount(baseUrl: string, person: Person): Promise<void> {
  const connection = await findRunningPostgres(dataDirOf(baseUrl))
  if (!connection) throw new Error(`No database runs for ${baseUrl}.`)
  const database = openDatabase({ ...connection, max: 1 }, createLog({ isProduction: false, level: 'warn' }))
  try {
    const clock = createMovableClock()
    await clock.load(database.db)
    await aUser(database.db, { ...person, now: clock.now() })
  } finally {
    await database.close()
  }
}
