import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

import { BackupError } from './backup-error.ts'
import { type BackupFolder, listBases } from './folder.ts'
import { walkLog } from './log-segments.ts'
import { parseLsn, type ServerIdentity } from './replication.ts'

/*
 * The database keeps its log for us in a replication slot, one for each backup folder: what was written while no backup
 * ran is fetched by the next one. A slot serves one connection at a time, so it is also what keeps two apart.
 */

export interface Place {
  slot: string
  /** Where to follow the log from: the beginning of a segment. */
  from: bigint
  /** Whether what is kept of the log leads from the newest base up to there. */
  isContinuous: boolean
  isNewSlot: boolean
}

function slotOf(backupId: string): string {
  return `cheers_backup_${backupId}`
}

/** The walsender of a backup that was killed is gone after this, where the server is on the same machine. */
const PREDECESSOR_MS = 8000
const POLL_MS = 250

interface SlotRow {
  restart: string | null
  activePid: number | null
  status: string | null
}

/** Finds or makes the slot, and where to go on. Throws when another backup uses it. */
export async function openSlot(
  folder: BackupFolder,
  backupId: string,
  { sql, server }: { sql: pg.Pool; server: ServerIdentity },
): Promise<Place> {
  const slot = slotOf(backupId)
  let row = await findFreeSlot(sql, slot, folder.root)
  // The server gave up keeping it.
  if (row && (row.status === 'lost' || row.restart === null)) {
    await dropSlot(sql, backupId)
    row = null
  }
  const size = BigInt(server.segmentBytes)
  const restart = row?.restart ?? (await createSlot(sql, slot))
  const restartSegment = (parseLsn(restart) / size) * size
  const keptUntil = await findKeptUntil(folder, server)
  const isContinuous = keptUntil !== null && keptUntil >= restartSegment
  return { slot, from: isContinuous ? keptUntil : restartSegment, isContinuous, isNewSlot: row === null }
}

/** Returns whether the database keeps nothing for the backup any more; false while one follows it. */
export async function dropSlot(sql: pg.Pool, backupId: string): Promise<boolean> {
  const named = [slotOf(backupId)]
  await sql.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
    named,
  )
  const { rowCount } = await sql.query('select from pg_replication_slots where slot_name = $1', named)
  return rowCount === 0
}

async function createSlot(sql: pg.Pool, slot: string): Promise<string> {
  try {
    const { rows } = await sql.query<{ lsn: string }>(
      'select lsn from pg_create_physical_replication_slot($1, true)',
      [slot],
    )
    return rows[0]?.lsn ?? '0/0'
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(`The database keeps no log for the backup: ${reason}.`, { cause: error })
  }
}

async function findFreeSlot(sql: pg.Pool, slot: string, root: string): Promise<SlotRow | null> {
  const deadline = performance.now() + PREDECESSOR_MS
  for (;;) {
    const { rows } = await sql.query<SlotRow>(
      `select restart_lsn::text as restart, active_pid as "activePid", wal_status as status
        from pg_replication_slots where slot_name = $1`,
      [slot],
    )
    const [row] = rows
    if (!row) return null
    if (row.activePid === null) return row
    if (performance.now() > deadline) throw new BackupError(`Another npm run backup into ${root} is running.`)
    await sleep(POLL_MS)
  }
}

/** The end of the last whole segment that follows the newest base without a gap. */
async function findKeptUntil(folder: BackupFolder, server: ServerIdentity): Promise<bigint | null> {
  const newest = (await listBases(folder)).at(-1)?.facts
  if (!newest || newest.timeline !== server.timeline || newest.segmentBytes !== server.segmentBytes)
    return null
  const size = BigInt(server.segmentBytes)
  let until = (parseLsn(newest.startLsn) / size) * size
  for await (const { bytes } of walkLog(folder, until, newest))
    if (bytes === server.segmentBytes) until += size
  return until
}
