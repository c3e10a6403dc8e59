import { parseArgs } from 'node:util'

import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { grantServerRole } from '#server/platform/db/server-role.ts'
import { createLog } from '#server/platform/log.ts'

import { findRunningCheers } from './running-database.ts'

const USAGE = `Brings the database of DATABASE_URL up to date, as its owner, so that the server can run as another role.
  npm run migrate                                  migrations alone
  npm run migrate -- --server-role cheers_server   and gives that role the rights that the server needs, and no more`

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'server-role': { type: 'string' } } })
  const { config, connection } = await findRunningCheers()
  const log = createLog({ isProduction: config.isProduction, level: 'warn' })
  const database = openDatabase({ ...connection, max: 2 }, log)
  try {
    const applied = await migrate(database.db)
    console.log(applied.length === 0 ? 'There was nothing to migrate.' : `Migrated: ${applied.join(', ')}`)
    const role = values['server-role']
    if (role === undefined) return
    await database.db.transaction().execute((db) => grantServerRole(db, role))
    console.log(`${role} may run the server.`)
  } finally {
    await database.close()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error, `\n\n${USAGE}`)
  process.exitCode = 1
}
