import type pg from 'pg'

import { type Config, readConfig } from '#server/platform/config.ts'
import { findRunningPostgres } from '#server/platform/db/running-postgres.ts'

/** This environment's configuration, and how to reach its database past any pooler. Throws if the embedded one isn't running. */
export async function findRunningCheers(): Promise<{ config: Config; connection: pg.ClientConfig }> {
  const config = readConfig(process.env)
  if (config.databaseUrl !== 'embedded')
    return { config, connection: { connectionString: config.databaseDirectUrl ?? config.databaseUrl } }
  const connection = await findRunningPostgres(config.dataDir)
  if (!connection) throw new Error(`No database runs for ${config.dataDir}. Start Cheers first.`)
  return { config, connection }
}
