import type pg from 'pg'

import { type Config, readConfig } from '#server/platform/config.ts'
import { findRunningPostgres } from '#server/platform/db/running-postgres.ts'

/** The configuration of this environment, and how to reach its database. Throws when the embedded one does not run. */
export async function findRunningCheers(): Promise<{ config: Config; connection: pg.ClientConfig }> {
  const config = readConfig(process.env)
  if (config.databaseUrl !== 'embedded')
    return { config, connection: { connectionString: config.databaseUrl } }
  const connection = await findRunningPostgres(config.dataDir)
  if (!connection) throw new Error(`No database runs for ${config.dataDir}. Start Cheers first.`)
  return { config, connection }
}
