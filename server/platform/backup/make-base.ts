import fs from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'

import { BackupError } from './backup-error.ts'
import type { Follower } from './follow-log.ts'
import { type Base, type BackupFolder, namesIn, stampOf, writeFacts } from './folder.ts'
import { baseBackup, connectForReplication, formatLsn, hangUp, parseLsn } from './replication.ts'
import { sealStream, syncFolder } from './sealed-file.ts'

/**
 * Copies the whole cluster while it is used. The base counts once the log is kept that makes it consistent; whatever
 * breaks before that leaves none, and the earlier ones as they were.
 */
export async function makeBase(
  folder: BackupFolder,
  {
    connection,
    sql,
    follower,
    segmentBytes,
  }: {
    connection: pg.ClientConfig
    /** Ordinary connections to the same server. */
    sql: pg.Pool
    follower: Follower
    segmentBytes: number
  },
): Promise<Base> {
  const startedAt = await clockOf(sql)
  const name = stampOf(startedAt)
  const directory = path.join(folder.root, 'bases', name)
  const client = await connectForReplication(connection)
  try {
    let tarBytes = 0
    const { start, end } = await baseBackup(client, (tar) =>
      sealStream(
        path.join(directory, 'tar'),
        folder.key,
        `bases/${name}/tar`,
        counted(tar, (bytes) => (tarBytes += bytes)),
      ),
    )
    const reached = await reachedBy(sql)
    await follower.untilKept(reached.lsn > end.lsn ? reached.lsn : end.lsn)
    const facts = {
      startedAt: startedAt.toISOString(),
      finishedAt: reached.now.toISOString(),
      timeline: start.timeline,
      startLsn: formatLsn(start.lsn),
      endLsn: formatLsn(reached.lsn > end.lsn ? reached.lsn : end.lsn),
      segmentBytes,
      tarBytes,
      ...(await describeServer(sql)),
    }
    await writeFacts(folder, { name, facts })
    await syncFolder(path.join(folder.root, 'bases'))
    return { name, facts }
  } catch (error) {
    await fs.rm(directory, { recursive: true, force: true })
    throw error
  } finally {
    await hangUp(client)
  }
}

/** Drops bases and files that a killed run never finished: for the one process that makes them. */
export async function dropUnfinished({ root }: BackupFolder): Promise<void> {
  for (const below of ['', 'files'])
    for (const name of await namesIn(path.join(root, below)))
      if (name.endsWith('.part')) await fs.rm(path.join(root, below, name), { force: true })
  for (const name of await namesIn(path.join(root, 'bases'))) {
    const directory = path.join(root, 'bases', name)
    if (!(await namesIn(directory)).includes('facts'))
      await fs.rm(directory, { recursive: true, force: true })
  }
}

/** A moment, and how far the log has come by then: what was committed before it is in there. */
export async function reachedBy(sql: pg.Pool): Promise<{ now: Date; lsn: bigint }> {
  const { rows } = await sql.query<{ now: Date; lsn: string }>(
    'select clock_timestamp() as now, pg_current_wal_flush_lsn()::text as lsn',
  )
  const [row] = rows
  if (!row) throw new BackupError('The database does not say how far its log has come.')
  return { now: row.now, lsn: parseLsn(row.lsn) }
}

/** The time of the database, which is the one that commits have. */
export async function clockOf(sql: pg.Pool): Promise<Date> {
  const { rows } = await sql.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now ?? new Date(NaN)
}

async function describeServer(
  sql: pg.Pool,
): Promise<{ majorVersion: number; database: string; superuser: string }> {
  const { rows } = await sql.query<{ majorVersion: number; database: string; superuser: string }>(
    `select current_setting('server_version_num')::integer / 10000 as "majorVersion",
      current_database() as database, (select rolname from pg_roles where oid = 10) as superuser`,
  )
  return rows[0] ?? { majorVersion: 0, database: '', superuser: '' }
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    count(chunk.byteLength)
    yield chunk
  }
}
