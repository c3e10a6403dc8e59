import { clearLine, cursorTo } from 'node:readline'
import type pg from 'pg'

import { type Config, ConfigError, readConfig } from '#server/platform/config.ts'
import { sharedBuffersAlone } from '#server/platform/db/embedded-memory.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { findRunningPostgres } from '#server/platform/db/running-postgres.ts'
import { createLog } from '#server/platform/log.ts'

import { POPULATE_USAGE, readFigures } from './populate/options.ts'
import { PASSWORD } from './populate/people.ts'
import { populate } from './populate/populate.ts'
import { tellSandbox } from './populate/tell-sandbox.ts'
import { PopulateError } from './populate/writer.ts'
import type { Figures } from './populate/shape.ts'

/* `npx node lab/populate.ts`: docs/performance.md. With the environment of the server, which must not run. */

/**
 * What is written once needn't be written again at each checkpoint, nor to the log where its file is new: whoever stops this begins
 * again. Statistics are taken at the end.
 */
const FILLED_QUICKLY = {
  max_wal_size: '16GB',
  checkpoint_timeout: '30min',
  wal_level: 'minimal',
  archive_mode: 'off',
  max_wal_senders: '0',
  autovacuum: 'off',
  shared_buffers: sharedBuffersAlone(),
}

function tell(line: string): void {
  if (!process.stdout.isTTY) return
  clearLine(process.stdout, 0)
  cursorTo(process.stdout, 0)
  process.stdout.write(line)
}

async function withDatabase(config: Config, work: (connection: pg.ClientConfig) => Promise<void>) {
  if (config.databaseUrl !== 'embedded')
    return work({ connectionString: config.databaseDirectUrl ?? config.databaseUrl })
  if (await findRunningPostgres(config.dataDir))
    throw new PopulateError(`Cheers runs on ${config.dataDir}. Stop it first.`)
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, settings: FILLED_QUICKLY })
  try {
    await work(postgres.connection)
  } finally {
    await postgres.stop()
  }
}

async function fill(config: Config, connection: pg.ClientConfig, figures: Figures): Promise<void> {
  const log = createLog({ isProduction: false, level: 'warn' })
  const database = openDatabase({ ...connection, max: 2 }, log)
  try {
    await migrate(database.db)
    await populate(connection, figures, tell)
    tell('')
    const isTold = config.razorpay === 'embedded' && (await tellSandbox(connection, config.dataDir))
    console.log(
      isTold
        ? 'The payment sandbox knows the charges: npm run audit proves all of the books.'
        : 'The payment provider does not know these charges: prove the books with npm run audit -- --ours.',
    )
  } finally {
    await database.close()
  }
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (config.isProduction)
    throw new PopulateError('This does not run with NODE_ENV=production: it makes up people and payments.')
  const figures = { ...readFigures(process.argv.slice(2)), now: new Date() }
  const began = performance.now()
  await withDatabase(config, (connection) => fill(config, connection, figures))
  console.log(`Filled in ${((performance.now() - began) / 1000).toFixed(0)} s.`)
  console.log(`Log in as member1@example.com or creator1@example.com, with the password "${PASSWORD}".`)
}

try {
  await main()
} catch (error) {
  tell('')
  if (!(error instanceof PopulateError) && !(error instanceof ConfigError) && !(error instanceof TypeError))
    throw error
  console.error(`${error.message}\n\n${POPULATE_USAGE}`)
  process.exitCode = 1
}
