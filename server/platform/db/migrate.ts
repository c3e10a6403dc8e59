import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'

import type { Db } from './query.ts'
import { transactionsOf } from './transaction.ts'

const FOLDER = path.join(import.meta.dirname, '../../migrations')

/** Any number, the same in all processes: held while one migrates. */
const LOCK = 4_207_849
const LOCK_EVERY_MS = 200

/** How long a migration waits for a table that is in use: whoever asks for the table after it waits behind it. */
const TABLE_WAIT_MS = 500
/** Between its tries, so that those who waited are served. */
const TABLE_AGAIN_MS = 500
/** A table that was never free for so long is not going to be. */
const TABLE_WAITS_MAX_MS = 15 * 60_000

/** Helpers that PostgreSQL would start for building an index or reading a table: they'd take processors from those who are served. */
const HELPERS = ['max_parallel_maintenance_workers', 'max_parallel_workers_per_gather']

/**
 * Brings the schema up to date, each file in a transaction of its own: what one has locked is free again before the
 * next begins. One that finds a table in use gives way and tries again, so that nobody waits behind it for long. A file
 * that begins with `-- Outside a transaction` is one statement that commits as it goes, or can't run in a transaction; it
 * may run twice. PostgreSQL works at all of them with one process, so with one processor. Several processes may start at
 * once: one migrates, the others wait and find nothing to do. Throws when an already applied file was changed, since then
 * no two databases would be alike, and for a database from before version 1.0.0. What a newer release has run is left
 * alone: this one goes on beside it, and starts again, until it is replaced.
 */
export async function migrate(db: Db, folder = FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder)
  await refuseFormerDatabase(db)
  const applied = await withMigrationLock(db, (holder) => applyPending(holder, migrations))
  checkUnchanged(await readApplied(db), migrations)
  return applied
}

interface Migration {
  /** The file's name without its ending. */
  name: string
  text: string
  sha256: string
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await fs.readFile(path.join(folder, file), 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      return { name: file.replace(/\.sql$/, ''), text, sha256 }
    }),
  )
}

/** Before 1.0.0 the schema was built in other steps, which this release doesn't know. */
async function refuseFormerDatabase(db: Db): Promise<void> {
  if (!(await isThere(db, 'kysely_migration'))) return
  throw new Error(
    'This database is from before Cheers 1.0.0, and can not be upgraded. Start with an empty database: set DATABASE_URL or DATA_DIR to another one.',
  )
}

/** Changes the schema on one connection, which no pooler may share, while no other process does; they wait. */
function withMigrationLock<Result>(db: Db, work: (holder: Db) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (holder) => {
    // Asked again and again: a statement that waits for the lock would itself be waited for by an index being built.
    while (!(await isLocked(holder))) await sleep(LOCK_EVERY_MS)
    try {
      return await work(holder)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(holder)
    }
  })
}

async function isLocked(holder: Db): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${LOCK}) as "isOurs"`.execute(
    holder,
  )
  return rows[0]?.isOurs === true
}

async function applyPending(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  if (!(await isThere(db, 'migrations')))
    await sql`create table migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(db)
  const applied = await readApplied(db)
  checkOrder(
    migrations.map(({ name }) => name),
    applied,
  )
  const pending = migrations.filter(({ name }) => !applied.has(name))
  if (pending.length === 0) return []
  for (const helpers of HELPERS) await sql`select set_config(${helpers}, '0', false)`.execute(db)
  try {
    for (const migration of pending) await applyPatiently(db, migration)
  } finally {
    for (const helpers of HELPERS) await sql`reset ${sql.raw(helpers)}`.execute(db)
  }
  return pending.map(({ name }) => name)
}

/** The checksums of what has run, by name. */
async function readApplied(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; sha256: string }>`select name, sha256 from migrations`.execute(
    db,
  )
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

/**
 * What has run are the first files, and otherwise no two databases would be alike; after all of ours it may be what a newer
 * release has run.
 */
function checkOrder(names: readonly string[], applied: ReadonlyMap<string, string>): void {
  const last = names.at(-1) ?? ''
  const missing = [...applied.keys()].find((name) => !names.includes(name) && (last === '' || name < last))
  if (missing !== undefined) throw new Error(`The migration ${missing}.sql has run, and its file is missing.`)
  const newest = [...applied.keys()].toSorted().at(-1) ?? ''
  const early = names.find((name) => !applied.has(name) && name < newest)
  if (early !== undefined)
    throw new Error(`The migration ${early}.sql comes before one that has run. Give it the next free number.`)
}

function checkUnchanged(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const changed = migrations.find(({ name, sha256 }) => applied.get(name) !== sha256)
  if (changed !== undefined)
    throw new Error(`The migration ${changed.name}.sql was changed after it had run. Add a new file instead.`)
}

async function applyPatiently(db: Db, { name, text, sha256 }: Migration): Promise<void> {
  async function applyAndNote(target: Db): Promise<void> {
    await apply(target, text)
    await sql`insert into migrations (name, sha256) values (${name}, ${sha256})`.execute(target)
  }
  const inTransaction = transactionsOf(db)
  const giveUpAt = performance.now() + TABLE_WAITS_MAX_MS
  for (;;) {
    try {
      return isOutsideTransaction(text) ? await applyAndNote(db) : await inTransaction(applyAndNote)
    } catch (error) {
      if (!isOfLocks(error) || performance.now() > giveUpAt)
        throw new Error(`The database could not be migrated (${name})`, { cause: error })
      await sleep(TABLE_AGAIN_MS)
    }
  }
}

/** An index that is built beside everyone waits for old transactions, and nobody waits for it: that may take its time. */
async function apply(target: Db, text: string): Promise<void> {
  const isPatient = /^create (?:unique )?index concurrently/im.test(text)
  const isLocal = !isOutsideTransaction(text)
  const wait = (ms: number) =>
    sql`select set_config('lock_timeout', ${String(ms)}, ${isLocal})`.execute(target)
  if (!isPatient) await wait(TABLE_WAIT_MS)
  try {
    await sql.raw(text).execute(target)
  } finally {
    if (!isPatient && !isLocal) await wait(0)
  }
}

function isOutsideTransaction(text: string): boolean {
  return text.startsWith('-- Outside a transaction')
}

/** A table was in use for too long, or two waited for each other: nothing of it happened, and it may be tried again. */
function isOfLocks(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01')
}

async function isThere(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{
    isThere: boolean
  }>`select to_regclass(${table}) is not null as "isThere"`.execute(db)
  return rows[0]?.isThere === true
}
