import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { hasPrograms, skipFor } from '#server/testing/optional-program.ts'

import { compareDumps, type Dump, dumpAll, dumpNow, rowsOf } from './backup/dump.ts'
import { databaseAccount, findPostgresPrograms } from './cluster/cluster.ts'
import { type Machine, openMachine, SUPERUSER } from './cluster/machines.ts'

/*
 * Debian's PostgreSQL and pgBackRest with the files of deploy/: a backup while rows are written, then `cheers-db restore` to random
 * moments, each with exactly the rows of then, marked as a copy. `node lab/prove/pgbackrest.ts`, or with the number of restores.
 */

const RESTORES = Number(process.argv[2] ?? 3)
const DEPLOYED = path.join(import.meta.dirname, '../../deploy/pgbackrest')
const run = promisify(execFile)

async function prove(programs: string): Promise<boolean> {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-pgbackrest-'))
  await fs.chmod(root, 0o755)
  const account = await databaseAccount()
  const folder = path.join(root, 'backup')
  const environment = {
    PGBACKREST_CONFIG: path.join(folder, 'pgbackrest.conf'),
    PGBACKREST_LOG_PATH: folder,
    PGBACKREST_LOCK_PATH: path.join(folder, 'lock'),
  }
  const machine = await openMachine({
    name: 'cheers_a',
    root,
    programs,
    account,
    environment,
    settings: await fs.readFile(path.join(DEPLOYED, 'archive.conf'), 'utf8'),
  })
  await fs.mkdir(folder)
  const deployed = await fs.readFile(path.join(DEPLOYED, 'pgbackrest.conf'), 'utf8')
  const ours = deployed
    .replace('/mnt/backup/cheers', path.join(folder, 'repository'))
    .replace('/var/lib/postgresql/15/main', path.join(root, 'cheers_a/data'))
  await fs.writeFile(
    environment.PGBACKREST_CONFIG,
    `${ours}pg1-socket-path=${path.join(root, 'cheers_a')}\npg1-port=${machine.port}\npg1-user=${SUPERUSER}\n`,
  )
  if (account.uid !== undefined) {
    await fs.chown(folder, account.uid, account.gid ?? account.uid)
    await fs.chown(environment.PGBACKREST_CONFIG, account.uid, account.gid ?? account.uid)
  }
  const pgbackrest = (...words: string[]) =>
    run('pgbackrest', ['--stanza=cheers', ...words], {
      ...account,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...environment },
      cwd: '/',
    })
  try {
    return await restoreAll(machine, pgbackrest)
  } finally {
    await machine.stop()
    await fs.rm(root, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function restoreAll(
  machine: Machine,
  pgbackrest: (...words: string[]) => Promise<unknown>,
): Promise<boolean> {
  await machine.init()
  await machine.start()
  await machine.order('alone')
  const connection = { host: '127.0.0.1', port: machine.port, user: SUPERUSER, database: 'cheers' }
  await ask({ ...connection, database: 'postgres' }, 'create database cheers template template0')
  const database = openDatabase(connection, createLog({ isProduction: false, level: 'error' }))
  await migrate(database.db)
  await database.close()
  await ask(connection, 'create table rows_of_then (id bigserial primary key, at timestamptz default now())')
  await pgbackrest('stanza-create')

  const stopping = new AbortController()
  async function write(): Promise<void> {
    while (!stopping.signal.aborted) {
      await ask(connection, 'insert into rows_of_then select from generate_series(1, 20)')
      await sleep(10)
    }
  }
  const writing = write()
  await pgbackrest('--type=full', 'backup')
  const client = new pg.Client(connection)
  await client.connect()
  const moments: { moment: string; dump: Dump }[] = []
  for (let count = 0; count < RESTORES; count += 1) {
    await sleep(randomInt(200, 5000))
    moments.push(await dumpNow(client))
  }
  await sleep(1000)
  stopping.abort()
  await writing
  await client.query('select pg_switch_wal()')
  await pgbackrest('--type=diff', 'backup')
  await client.end()
  await machine.stop()

  let exact = 0
  for (const { moment, dump } of moments) {
    await machine.order('restore', moment.replace('T', ' ').replace('Z', '+00'))
    await machine.start()
    const differences = compareDumps(dump, await dumpAll(connection))
    const copies = await ask(connection, 'select released_at from restored_copies')
    if (copies.length === 0) differences.push('it is not marked as a copy')
    await machine.stop()
    for (const line of differences) console.log(`${moment}  ${line}`)
    if (differences.length === 0) exact += 1
  }
  console.log(
    `${exact === RESTORES ? 'holds' : 'FAILS'}  ${exact} of ${RESTORES} restores by pgBackRest have exactly the rows of before (${rowsOf(moments.at(-1)?.dump ?? new Map())} rows in the last)`,
  )
  return exact === RESTORES
}

async function ask(connection: pg.ClientConfig, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const programs = await findPostgresPrograms()
if (programs === null) skipFor('no PostgreSQL of Debian here (apt-get install postgresql)')
else if (hasPrograms('pgbackrest') && !(await prove(programs))) process.exitCode = 1
