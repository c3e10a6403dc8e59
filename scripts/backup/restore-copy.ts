import fs from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

import { sealing } from '#server/domains/ledger/sealing.ts'
import { namedObjects } from '#server/domains/media/storage/named-objects.ts'
import { numbering } from '#server/domains/payments/receipts/numbering.ts'
import { BackupError } from '#server/platform/backup/backup-error.ts'
import { type BackupFolder, type Base, exists, namesIn } from '#server/platform/backup/folder.ts'
import { chooseBase } from '#server/platform/backup/moments.ts'
import { recover, type RestoredServer } from '#server/platform/backup/recover.ts'
import { readSealed } from '#server/platform/backup/sealed-file.ts'
import { unpackCluster } from '#server/platform/backup/unpack.ts'
import { getInstalledNative, prepareBinaries } from '#server/platform/db/embedded-binaries.ts'
import { giveTreeTo } from '#server/platform/db/embedded-cluster.ts'
import { type ClusterLocation, locateCluster } from '#server/platform/db/embedded-location.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { Db } from '#server/platform/db/query.ts'
import { doEachSecond } from '#server/platform/jobs/each-second.ts'
import { createLog } from '#server/platform/log.ts'
import { markRestored } from '#server/platform/restored-copy.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'

import { audit } from '../audit.ts'
import { readSealFile } from '../audit-seals.ts'
import { findKept } from './keep-media.ts'
import { restoreFiles } from './keep-files.ts'

export interface Restoring {
  folder: BackupFolder
  /** As it was given, to the microsecond; null: everything there is. */
  moment: string | null
  into: string
  /** The program `postgres` to restore with; null: the one found for the version. */
  postgres: string | null
  say: (line: string) => void
  /** Called while the restored database runs, before it is marked as a copy. */
  look?: (connection: pg.ClientConfig) => Promise<void>
}

export interface Restored {
  moment: Date
  media: number
  /** What is wrong with the copy, in sentences. */
  problems: string[]
}

/**
 * Restores a moment into an empty folder, marks the copy, and proves it: every medium against its size and hash, the
 * books against themselves. What the provider knows beyond that is for `npm run audit` once the copy runs. Whatever
 * breaks, the folder is empty again.
 */
export async function restoreCopy(restoring: Restoring): Promise<Restored> {
  const { folder, into, say } = restoring
  if ((await namesIn(into)).length > 0) throw new BackupError(`${into} is not empty: name an empty folder.`)
  if (!(await exists(folder.root))) throw new BackupError(`There is no backup ${folder.root}.`)
  const moment = restoring.moment === null ? null : new Date(restoring.moment)
  const { base, isCovered } = await chooseBase(folder, moment)
  const location = await locateCluster(into)
  try {
    say(`Unpacking base ${base.name} and the log after it.`)
    const postgres = restoring.postgres ?? (await findPostgres(base.facts.majorVersion, location))
    await unpackCluster(folder, base, location.cluster)
    giveTreeTo(location.cluster, location.account)
    say('Replaying the log.')
    const target = restoring.moment === null ? null : { moment: restoring.moment, isCovered }
    const server = await recover({ ...location, postgres, facts: base.facts }, target)
    try {
      return await finish(restoring, server, { base, wanted: moment })
    } finally {
      await server.stop()
    }
  } catch (error) {
    await clear(location)
    throw error
  }
}

async function finish(
  { folder, into, say, look }: Restoring,
  { connection }: RestoredServer,
  { base, wanted }: { base: Base; wanted: Date | null },
): Promise<Restored> {
  const client = new pg.Client(connection)
  await client.connect()
  const database = openDatabase({ ...connection, max: 2 }, createLog({ isProduction: false, level: 'error' }))
  try {
    await look?.(connection)
    const moment = wanted ?? (await findLastCommit(client)) ?? new Date(base.facts.finishedAt)
    await markRestored(client, moment)
    await restoreFiles(folder, { dataDir: into, moment })
    say('Restoring media.')
    const { objects, problems } = await restoreMedia(folder, database.db, into)
    say('Auditing.')
    // What was booked in the last second before the moment.
    await doEachSecond({ database }, [...sealing, ...numbering])
    await client.query('begin isolation level repeatable read read only')
    const found = await audit(client, null, readSealFile(into))
    return { moment, media: objects, problems: [...problems, ...found] }
  } finally {
    await database.close()
    await client.end()
  }
}

/** With no moment given: the time of the last commit in the log; null when there was none. */
async function findLastCommit(client: pg.Client): Promise<Date | null> {
  const { rows } = await client.query<{ last: Date | null }>('select pg_last_xact_replay_timestamp() as last')
  return rows[0]?.last ?? null
}

/** Every object that the restored database names, proved byte by byte. */
async function restoreMedia(
  folder: BackupFolder,
  db: Db,
  into: string,
): Promise<{ objects: number; problems: string[] }> {
  const storage = await openDiskStorage(path.join(into, 'media'))
  const problems: string[] = []
  let objects = 0
  for await (const { key, of, sizeBytes, sha256 } of namedObjects(db)) {
    const kept = await findKept(folder, key)
    if (kept === null) {
      problems.push(`${of} is not in the backup (${key})`)
      continue
    }
    const found = await storage
      .put(key, readSealed(kept, folder.key, { name: `media/${key}` }), 'application/octet-stream')
      .catch((error: unknown) => {
        if (!(error instanceof BackupError)) throw error
        problems.push(error.message)
        return null
      })
    if (!found) continue
    objects += 1
    const isSame =
      (sizeBytes === null || found.sizeBytes === sizeBytes) && (sha256 === null || found.sha256 === sha256)
    if (!isSame) problems.push(`${of} is not as it was stored (${key})`)
  }
  return { objects, problems }
}

/** The server program that can read the files: that of the version that wrote them. */
async function findPostgres(majorVersion: number, location: ClusterLocation): Promise<string> {
  const installed = getInstalledNative()
  if (Number.parseInt(installed.version, 10) === majorVersion)
    return (await prepareBinaries(installed, location.copiesDirectory, location.account)).postgres
  const ofDebian = `/usr/lib/postgresql/${majorVersion}/bin/postgres`
  if (await exists(ofDebian)) return ofDebian
  throw new BackupError(
    `This backup is of PostgreSQL ${majorVersion}, which is not installed here: say where with --postgres PATH.`,
  )
}

async function clear({ dataDirectory, home }: ClusterLocation): Promise<void> {
  for (const name of await namesIn(dataDirectory))
    await fs.rm(path.join(dataDirectory, name), { recursive: true, force: true, maxRetries: 3 })
  await fs.rm(home, { recursive: true, force: true, maxRetries: 3 })
}
