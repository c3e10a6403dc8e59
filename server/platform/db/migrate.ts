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
 * no two databases would be alike; one whose first comments say `First written as <checksum>` comes to the same in another
 * way. What a newer release has run is left alone: this one goes on beside it, and starts again, until it is replaced.
 */
export async function migrate(db: Db, folder = FOLDER): Promise<string[]> {
  const files = (await fs.readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const contents = new Map(
    await Promise.all(
      files.map(
        async (name) =>
          [name.replace(/\.sql$/, ''), await fs.readFile(path.join(folder, name), 'utf8')] as const,
      ),
    ),
  )
  const applied = await withMigrationLock(db, (holder) => applyPending(holder, contents))
  await checkUnchanged(db, contents)
  return applied
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

async function applyPending(db: Db, contents: ReadonlyMap<string, string>): Promise<string[]> {
  const names = [...contents.keys()]
  const executed = await readExecuted(db)
  checkOrder(names, executed)
  const pending = names.filter((name) => !executed.has(name))
  if (pending.length === 0) return []
  for (const helpers of HELPERS) await sql`select set_config(${helpers}, '0', false)`.execute(db)
  try {
    for (const name of pending) await applyNamed(db, name, contents.get(name) ?? '')
  } finally {
    for (const helpers of HELPERS) await sql`reset ${sql.raw(helpers)}`.execute(db)
  }
  return pending
}

async function applyNamed(db: Db, name: string, text: string): Promise<void> {
  try {
    await applyPatiently(db, name, text)
  } catch (error) {
    throw new Error(`The database could not be migrated (${name})`, { cause: error })
  }
}

/** What has run, in Kysely's table: its own migrator reads the whole catalog twice for each file. */
async function readExecuted(db: Db): Promise<Set<string>> {
  if (!(await isThere(db, 'kysely_migration')))
    await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      db,
    )
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/**
 * What has run are the first files, and otherwise no two databases would be alike; after all of ours it may be what a newer
 * release has run.
 */
function checkOrder(names: readonly string[], executed: ReadonlySet<string>): void {
  const last = names.at(-1) ?? ''
  const missing = [...executed].find((name) => !names.includes(name) && (last === '' || name < last))
  if (missing !== undefined) throw new Error(`The migration ${missing}.sql has run, and its file is missing.`)
  const newest = [...executed].toSorted().at(-1) ?? ''
  const early = names.find((name) => !executed.has(name) && name < newest)
  if (early !== undefined)
    throw new Error(`The migration ${early}.sql comes before one that has run. Give it the next free number.`)
}

async function applyPatiently(db: Db, name: string, text: string): Promise<void> {
  async function applyAndNote(target: Db): Promise<void> {
    await apply(target, text)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
      target,
    )
  }
  const inTransaction = transactionsOf(db)
  const giveUpAt = performance.now() + TABLE_WAITS_MAX_MS
  for (;;) {
    try {
      return isOutsideTransaction(text) ? await applyAndNote(db) : await inTransaction(applyAndNote)
    } catch (error) {
      if (!isOfLocks(error) || performance.now() > giveUpAt) throw error
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

async function checkUnchanged(db: Db, contents: ReadonlyMap<string, string>): Promise<void> {
  const known = await readChecksums(db)
  for (const [name, text] of contents) {
    const sha256 = createHash('sha256').update(text).digest('hex')
    const before = known.get(name) ?? (await keepChecksum(db, name, sha256))
    if (before !== sha256 && before !== firstChecksum(text))
      throw new Error(`The migration ${name}.sql was changed after it had run. Add a new file instead.`)
  }
}

/** Of a file that was written anew: what its first comments say. */
function firstChecksum(text: string): string | undefined {
  const lines = text.split('\n')
  const comments = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('--')),
  )
  return comments.map((line) => /^-- First written as ([0-9a-f]{64})\b/.exec(line)?.[1]).find(Boolean)
}

/** Looks before it creates: a server that does not own the database may read, and may not create. */
async function readChecksums(db: Db): Promise<Map<string, string>> {
  if (!(await isThere(db, 'migration_checksums')))
    await sql`create table if not exists migration_checksums (name text primary key, sha256 text not null)`.execute(
      db,
    )
  const { rows } = await sql<{ name: string; sha256: string }>`
    select name, sha256 from migration_checksums`.execute(db)
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

/** Returns the one that is stored: another process may have been first. */
async function keepChecksum(db: Db, name: string, sha256: string): Promise<string | undefined> {
  const { rows } = await sql<{ sha256: string }>`
    insert into migration_checksums (name, sha256) values (${name}, ${sha256})
    on conflict (name) do update set name = excluded.name
    returning sha256`.execute(db)
  return rows[0]?.sha256
}

async function isThere(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{
    isThere: boolean
  }>`select to_regclass(${table}) is not null as "isThere"`.execute(db)
  return rows[0]?.isThere === true
}
