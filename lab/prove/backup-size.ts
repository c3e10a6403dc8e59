import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'

import { listBases, readCovered } from '#server/platform/backup/folder.ts'
import { verifyFolder } from '#server/platform/backup/verify.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'

import { restoreCopy } from '#scripts/backup/restore-copy.ts'
import { startBusyProduct } from './backup/product.ts'
import { openScratch } from './backup/scratch.ts'

/*
 * How long a backup and a restore of a large database take: gigabytes of rows that hardly compress, a tenth of which were
 * written after the base and are replayed from the log. `node lab/prove/backup-size.ts`, or with the gigabytes; or with
 * a folder that `npx node lab/populate.ts` has filled (`--data-dir D`), in which nobody writes meanwhile.
 */

const { values, positionals } = parseArgs({
  options: { 'data-dir': { type: 'string' } },
  allowPositionals: true,
})
const GIGABYTES = Number(positionals[0] ?? 5)
/** A row of this table takes about 1,000 bytes, index included. */
const ROWS_PER_GIGABYTE = 1_000_000
const BATCH = 50_000

const { root, dataDir, folder, startBackup } = await openScratch(values['data-dir'])

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

async function fill(sql: pg.Client, rows: number): Promise<void> {
  for (let made = 0; made < rows; made += BATCH)
    await sql.query(
      `insert into rows_of_size (text) select (select string_agg(md5(n::text || '.' || part || random()), '')
        from generate_series(1, 29) part) from generate_series(1, $1::integer) n`,
      [BATCH],
    )
}

/** Backs the database up while `write` writes what is replayed from the log. */
async function backUp(connection: pg.ClientConfig, write: (sql: pg.Client) => Promise<void>): Promise<void> {
  const sql = new pg.Client(connection)
  await sql.connect()
  const backup = startBackup({ stdio: 'inherit' })
  await timed('everything is copied for the first time', async () => {
    while ((await listBases(folder)).length === 0) await sleep(100)
  })
  await write(sql)
  const { rows } = await sql.query<{ now: Date; bytes: string }>(
    'select clock_timestamp() as now, pg_database_size(current_database()) as bytes',
  )
  const written = rows[0]?.now.toISOString() ?? ''
  await timed('behind, after that was written at once', async () => {
    while (((await readCovered(folder).catch(() => null))?.moment ?? '') <= written) await sleep(50)
  })
  const ended = once(backup, 'exit')
  backup.kill('SIGTERM')
  await ended
  console.log(`the database has ${(Number(rows[0]?.bytes) / 1e9).toFixed(2)} GB`)
  await sql.end()
}

if (values['data-dir']) {
  const postgres = await startEmbeddedPostgres({ dataDir })
  await backUp(postgres.connection, async () => undefined)
  await postgres.stop()
} else {
  const product = await startBusyProduct(dataDir)
  await product.stopWriting()
  const sql = new pg.Client(product.connection)
  await sql.connect()
  await sql.query('create table rows_of_size (id bigserial primary key, text text not null)')
  await fill(sql, GIGABYTES * ROWS_PER_GIGABYTE * 0.9)
  await sql.end()
  await backUp(product.connection, (writing) => fill(writing, GIGABYTES * ROWS_PER_GIGABYTE * 0.1))
  await product.close()
  // A machine that restores doesn't have the original, and neither is its memory full of it.
  await fs.rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
}

const into = path.join(root, 'restored')
await fs.mkdir(into, { mode: 0o711 })
await timed('restored and audited', async () => {
  const { problems } = await restoreCopy({
    folder,
    moment: null,
    into,
    postgres: null,
    say: (line) => console.log(`  ${line}`),
  })
  // Pictures that `npx node lab/populate.ts` writes have rows and no files.
  const found = values['data-dir']
    ? problems.filter((each) => !each.includes(' is not in the backup ('))
    : problems
  if (found.length > 0) throw new Error(found.slice(0, 20).join('\n'))
})
await timed('all of the backup is read and proved', () =>
  verifyFolder(folder, (problem) => console.log(problem)),
)
await fs.rm(root, { recursive: true, force: true, maxRetries: 3 })
