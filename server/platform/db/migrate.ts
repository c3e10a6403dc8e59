import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'

import type { Db } from './query.ts'

const FOLDER = path.join(import.meta.dirname, '../../migrations')

/** Any number, the same in all processes: held while one migrates. */
const LOCK = 4_207_849
const LOCK_EVERY_MS = 200

/**
 * Brings the schema up to date, each file in a transaction of its own: what one has locked is free again before the
 * next begins. A file that begins with `-- Outside a transaction` is one statement that commits as it goes, or can't run
 * in a transaction; it may run twice. Several processes may start at once: one migrates, the others wait and find
 * nothing to do. Throws when an already applied file was changed, since then no two databases would be alike.
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
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          [...contents].map(([name, text]) => [
            name,
            { up: async (target: Kysely<unknown>) => void (await sql.raw(text).execute(target)) },
          ]),
        ),
    },
  })
  const applied = await db.connection().execute(async (holder) => {
    // Asked again and again: a statement that waits for the lock would itself be waited for by an index being built.
    while (!(await isLocked(holder))) await sleep(LOCK_EVERY_MS)
    try {
      return await applyPending(migrator, contents)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(holder)
    }
  })
  await checkUnchanged(db, contents)
  return applied
}

async function isLocked(holder: Db): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${LOCK}) as "isOurs"`.execute(
    holder,
  )
  return rows[0]?.isOurs === true
}

async function applyPending(migrator: Migrator, contents: ReadonlyMap<string, string>): Promise<string[]> {
  const applied: string[] = []
  for (const { name, executedAt } of await migrator.getMigrations()) {
    if (executedAt) continue
    const disableTransactions = contents.get(name)?.startsWith('-- Outside a transaction') ?? false
    const { error } = await migrator.migrateTo(name, { disableTransactions })
    if (error) throw new Error(`The database could not be migrated (${name})`, { cause: error })
    applied.push(name)
  }
  return applied
}

async function checkUnchanged(db: Db, contents: ReadonlyMap<string, string>): Promise<void> {
  const known = await readChecksums(db)
  for (const [name, text] of contents) {
    const sha256 = createHash('sha256').update(text).digest('hex')
    const before = known.get(name) ?? (await keepChecksum(db, name, sha256))
    if (before !== sha256)
      throw new Error(`The migration ${name}.sql was changed after it had run. Add a new file instead.`)
  }
}

/** Looks before it creates: a server that does not own the database may read, and may not create. */
async function readChecksums(db: Db): Promise<Map<string, string>> {
  const { rows: found } = await sql<{ isThere: boolean }>`
    select to_regclass('migration_checksums') is not null as "isThere"`.execute(db)
  if (!found[0]?.isThere)
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
