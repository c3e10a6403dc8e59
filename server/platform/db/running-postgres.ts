import fs from 'node:fs'
import path from 'node:path'

import { locateCluster } from './embedded-location.ts'
import { connectionTo } from './embedded-server.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'

/** How to reach the built-in PostgreSQL that a running Cheers has started on this DATA_DIR; null when none runs. */
export async function findRunningPostgres(dataDir: string): Promise<EmbeddedPostgres['connection'] | null> {
  const { home } = await locateCluster(dataDir)
  const record = path.join(home, 'socket-directory')
  if (!fs.existsSync(record)) return null
  const connection = connectionTo(fs.readFileSync(record, 'utf8'))
  return fs.existsSync(path.join(connection.host, `.s.PGSQL.${connection.port}`)) ? connection : null
}
