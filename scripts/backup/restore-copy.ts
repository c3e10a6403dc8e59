import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { sealing } from '#server/domains/ledger/sealing.ts'
import { namedObjects } from '#server/domains/media/storage/named-objects.ts'
import { numbering } from '#server/domains/payments/receipts/numbering.ts'
import { giveTreeTo } from '#server/platform/db/embedded-cluster.ts'
import { type ClusterLocation, locateCluster } from '#server/platform/db/embedded-location.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { Db } from '#server/platform/db/query.ts'
import { doEachSecond } from '#server/platform/jobs/each-second.ts'
import { createLog } from '#server/platform/log.ts'
import { markRestored } from '#server/platform/restored-copy.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'

import { audit } from '../audit.ts'
import { readSealFile } from '../audit-seals.ts'
import { BackupError, type BackupKey, unseal } from './age-file.ts'
import { type Base, listBases, namesIn, readCovered, SEALED, segmentsFrom } from './folder.ts'
import { unpackTar } from './unpack-tar.ts'

export interface Restoring {
  root: string
  key: BackupKey
  /** As it was given, to the microsecond; null: everything there is. */
  moment: string | null
  into: string
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

const NOT_REACHED = 'recovery ended before configured recovery target was reached'
const POLL_MS = 50

/**
 * Restores a moment into an empty folder, marks the copy, and proves it: every medium against its size and hash, the
 * books against themselves. What the provider knows beyond that is for `npm run audit` once the copy runs. Whatever
 * breaks, the folder is empty again.
 */
export async function restoreCopy(restoring: Restoring): Promise<Restored> {
  const { root, key, moment, into, say } = restoring
  if (namesIn(into).length > 0) throw new BackupError(`${into} is not empty: name an empty folder.`)
  const base = chooseBase(root, moment)
  const location = await locateCluster(into)
  const from = (name: string) => unseal(path.join(root, 'bases', base.name, `${name}${SEALED}`), key)
  try {
    say(`Unpacking base ${base.moment.toISOString()} and the log after it.`)
    fs.mkdirSync(location.cluster, { mode: 0o700 })
    await unpackTar(from('cluster.tar'), location.cluster)
    await pipeline(
      from('backup_label'),
      fs.createWriteStream(path.join(location.cluster, 'backup_label'), { flush: true }),
    )
    fs.writeFileSync(path.join(location.cluster, 'recovery.signal'), '')
    for (const segment of segmentsFrom(root, base.first))
      await pipeline(
        unseal(path.join(root, 'log', `${segment}${SEALED}`), key),
        fs.createWriteStream(path.join(location.cluster, 'pg_wal', segment)),
      )
    giveTreeTo(location.cluster, location.account)
    await unpackTar(from('files.tar'), into)
    const sandbox = path.join(root, `sandbox.tar${SEALED}`)
    if (fs.existsSync(sandbox)) await unpackTar(unseal(sandbox, key), into)
    say('Replaying the log.')
    const postgres = await recover(location, moment)
    try {
      return await finish(restoring, postgres.connection, base)
    } finally {
      await postgres.stop()
    }
  } catch (error) {
    clear(location)
    if (error instanceof Error && error.message.includes(NOT_REACHED))
      throw new BackupError(`The log of this backup ends before ${moment}.`, { cause: error })
    throw error
  }
}

/** The newest base from before the moment, or the newest of all. Throws when the backup doesn't have the moment. */
function chooseBase(root: string, moment: string | null): Base {
  const bases = listBases(root)
  const covered = readCovered(root)?.moment ?? ''
  const wanted = moment === null ? null : new Date(moment)
  if (wanted && wanted > new Date(covered))
    throw new BackupError(`This backup reaches to ${covered}: restore that moment, or --to latest.`)
  const base = wanted ? bases.findLast((each) => each.moment <= wanted) : bases.at(-1)
  if (base) return base
  throw new BackupError(
    bases[0]
      ? `This backup begins at ${bases[0].moment.toISOString()}: no earlier moment can be restored.`
      : `${root} has no finished base.`,
  )
}

/** Replays the log that lies in the cluster, up to the last commit at the moment or to its end. */
async function recover(location: ClusterLocation, moment: string | null): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir: location.dataDirectory,
    settings: {
      // Nothing is fetched: the segments lie where the server looks next.
      restore_command: 'false',
      recovery_target_timeline: 'current',
      ...(moment !== null && {
        // In PostgreSQL's own spelling: names of zones, such as Z, aren't known yet when it reads its settings.
        recovery_target_time: moment.replace('T', ' ').replace('Z', '+00'),
        recovery_target_action: 'promote',
      }),
      // File by file takes seconds for a database that is nearly empty.
      ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
    },
  })
  let ended: string | null = null
  postgres.onUnexpectedExit((detail) => (ended = detail))
  // It can be read, and not written, while it replays what came after the base.
  while (await isReplaying(postgres.connection)) {
    if (ended !== null) throw new BackupError(ended)
    await sleep(POLL_MS)
  }
  return postgres
}

async function isReplaying(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ replays: boolean }>('select pg_is_in_recovery() as replays')
    return rows[0]?.replays !== false
  } catch {
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function finish(
  { root, key, moment: wanted, into, say, look }: Restoring,
  connection: pg.ClientConfig,
  base: Base,
): Promise<Restored> {
  const client = new pg.Client(connection)
  await client.connect()
  const database = openDatabase({ ...connection, max: 2 }, createLog({ isProduction: false, level: 'error' }))
  try {
    await look?.(connection)
    const { rows } = await client.query<{ last: Date | null }>(
      'select pg_last_xact_replay_timestamp() as last',
    )
    const moment = wanted === null ? (rows[0]?.last ?? base.moment) : new Date(wanted)
    await markRestored(client, moment)
    say('Restoring media.')
    const { media, problems } = await restoreMedia({ root, key }, database.db, into)
    say('Auditing.')
    // What was booked in the last second before the moment.
    await doEachSecond({ database }, [...sealing, ...numbering])
    await client.query('begin isolation level repeatable read read only')
    return { moment, media, problems: [...problems, ...(await audit(client, null, readSealFile(into)))] }
  } finally {
    await database.close()
    await client.end()
  }
}

/** Every object that the restored database names, proved byte by byte. */
async function restoreMedia(
  { root, key }: Pick<Restoring, 'root' | 'key'>,
  db: Db,
  into: string,
): Promise<{ media: number; problems: string[] }> {
  const storage = await openDiskStorage(path.join(into, 'media'))
  const problems: string[] = []
  let media = 0
  for await (const { key: name, of, sizeBytes, sha256 } of namedObjects(db)) {
    const kept = path.join(root, 'media', `${name}${SEALED}`)
    if (!fs.existsSync(kept)) problems.push(`${of} is not in the backup (${name})`)
    else
      try {
        const found = await storage.put(name, unseal(kept, key), 'application/octet-stream')
        media += 1
        if ((sizeBytes ?? found.sizeBytes) !== found.sizeBytes || (sha256 ?? found.sha256) !== found.sha256)
          problems.push(`${of} is not as it was stored (${name})`)
      } catch (error) {
        if (!(error instanceof BackupError)) throw error
        problems.push(error.message)
      }
  }
  return { media, problems }
}

function clear({ dataDirectory, home }: ClusterLocation): void {
  for (const name of namesIn(dataDirectory))
    fs.rmSync(path.join(dataDirectory, name), { recursive: true, force: true, maxRetries: 3 })
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 3 })
}
