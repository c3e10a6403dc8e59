import fs from 'node:fs'

import { checkManifest } from '#server/domains/media/storage/manifest.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { type Database, openDatabase } from '#server/platform/db/open.ts'
import { findRunningPostgres } from '#server/platform/db/running-postgres.ts'
import { createLog } from '#server/platform/log.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'

/*
 * Reads every picture, video and sound that the database names, and reports which are missing or differ from what was
 * stored: `npx node scripts/check-media.ts`, with the environment of the server, which may be running. Ends with 1 when something
 * is wrong.
 */

/**
 * The server's database: the configured one, the running built-in one, or the built-in one started for as long as this
 * takes.
 */
async function openServersDatabase(
  config: Config,
): Promise<{ database: Database; close: () => Promise<void> }> {
  const log = createLog({ isProduction: config.isProduction, level: 'error' })
  if (config.databaseUrl !== 'embedded') {
    const database = openDatabase({ connectionString: config.databaseDirectUrl ?? config.databaseUrl }, log)
    return { database, close: () => database.close() }
  }
  const running = await findRunningPostgres(config.dataDir)
  if (running) {
    const database = openDatabase(running, log)
    return { database, close: () => database.close() }
  }
  if (!fs.existsSync(config.dataDir)) throw new Error(`There is no ${config.dataDir}: set DATA_DIR.`)
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir })
  const database = openDatabase(postgres.connection, log)
  return {
    database,
    async close() {
      await database.close()
      await postgres.stop()
    },
  }
}

async function run(): Promise<number> {
  const config = readConfig(process.env)
  const { database, close } = await openServersDatabase(config)
  try {
    const { objects, bytes, problems } = await checkManifest(
      database.db,
      await openStorage(config),
      ({ of, key, what }) => console.log(`✗ ${of}: ${what} (${key})`),
    )
    const mebibytes = (bytes / 1024 / 1024).toFixed(1)
    console.log(
      `${objects} objects, ${mebibytes} MiB, ${problems === 0 ? 'all as they were kept' : `${problems} not as they were kept`}.`,
    )
    return problems === 0 ? 0 : 1
  } finally {
    await close()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
