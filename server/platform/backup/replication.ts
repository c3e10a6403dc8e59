import { once } from 'node:events'
import { PassThrough, type Duplex } from 'node:stream'
import pg from 'pg'

import { BackupError, Interrupted } from './backup-error.ts'

/*
 * PostgreSQL's replication protocol, spoken through the driver we have:
 * https://www.postgresql.org/docs/18/protocol-replication.html. The same for the database that we bring and for any
 * other, of any version since 15; programs such as pg_basebackup read no newer server than they are.
 */

/** A connection of the replication protocol. What the driver's types don't say: `connection` is its own. */
export type ReplicationClient = pg.Client & { connection: WireConnection }

export interface WireConnection {
  stream: Duplex
  query(text: string): void
  sendCopyFromChunk(bytes: Buffer): void
  endCopyFrom(): void
}

interface CopyData {
  chunk: Buffer
}

interface DataRow {
  fields: (string | null)[]
}

export interface ServerIdentity {
  systemId: string
  timeline: number
  segmentBytes: number
}

/** `0/16B3740` as a number of bytes. */
export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export function formatLsn(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffff_ffffn).toString(16).toUpperCase()}`
}

/** Connects for replication. Throws a `BackupError` when the account may not. */
export async function connectForReplication(connection: pg.ClientConfig): Promise<ReplicationClient> {
  const config: pg.ClientConfig & { replication: string } = {
    ...connection,
    replication: 'true',
    application_name: 'cheers backup',
    keepAlive: true,
  }
  const client = new pg.Client(config)
  // Whoever waits for an answer hears of a lost connection by it.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (!/permission denied|replication role|authentication failed|pg_hba/.test(reason))
      throw new Interrupted(`The database can't be reached: ${reason}`, { cause: error })
    throw new BackupError(
      `The account of DATABASE_URL may not replicate (${reason}): give it the right with alter role … replication, ` +
        'and let it in for replication in pg_hba.conf.',
      { cause: error },
    )
  }
  return client as ReplicationClient
}

export async function identify(client: pg.Client): Promise<ServerIdentity> {
  const [row] = (await client.query<{ systemid: string; timeline: string | number }>('IDENTIFY_SYSTEM')).rows
  const [size] = (await client.query<{ wal_segment_size: string }>('SHOW wal_segment_size')).rows
  const [, count, unit] = /^(\d+)(MB|GB)$/.exec(size?.wal_segment_size ?? '') ?? []
  if (!row || count === undefined) throw new BackupError('The database did not say what it is.')
  const segmentBytes = Number(count) * (unit === 'GB' ? 1024 ** 3 : 1024 ** 2)
  return { systemId: row.systemid, timeline: Number(row.timeline), segmentBytes }
}

/** Where the log was when a base backup began or ended. */
export interface LogPosition {
  lsn: bigint
  timeline: number
}

/**
 * Asks for a copy of the whole cluster, as one tar archive that is passed to `keep`. Returns where the log has to be
 * read from and up to, for the copy to be consistent. Rejects if the cluster has further tablespaces.
 */
export async function baseBackup(
  client: ReplicationClient,
  keep: (tar: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<{ start: LogPosition; end: LogPosition }> {
  const tar = new PassThrough({ highWaterMark: 4 * 1024 * 1024 })
  const kept = keep(tar)
  // Whichever fails first is reported; the other one follows it.
  kept.catch(() => undefined)
  const rows: DataRow[] = []
  let archives = 0
  const { promise: answered, resolve, reject } = Promise.withResolvers<void>()
  const { connection } = client
  const goOn = () => void connection.stream.resume()
  tar.on('drain', goOn)
  tar.on('error', () => client.connection.stream.destroy())
  const onClose = () => reject(new Interrupted('The connection to the database was lost.'))
  client.once('end', onClose)
  let failure: Error | null = null
  const noted = () => undefined
  client.query({
    submit: (wire: WireConnection) =>
      wire.query("BASE_BACKUP (LABEL 'cheers', CHECKPOINT 'fast', WAIT false, MANIFEST 'no')"),
    handleRowDescription: noted,
    handleDataRow: (row: DataRow) => void rows.push(row),
    handleCommandComplete: noted,
    handleEmptyQuery: noted,
    handleCopyData({ chunk }: CopyData) {
      const kind = String.fromCharCode(chunk[0] ?? 0)
      if (kind === 'n') archives += 1
      // The driver uses its buffer again.
      if (kind === 'd' && !tar.write(Buffer.from(chunk.subarray(1)))) connection.stream.pause()
    },
    handleError(error: Error) {
      failure = error
      // An error of the server is followed by the end of the query, a lost connection is not.
      reject(error)
    },
    handleReadyForQuery: () => (failure ? undefined : resolve()),
  } as unknown as pg.Submittable)
  try {
    await Promise.race([answered, kept.then(() => answered)])
    if (archives !== 1)
      throw new BackupError('The database has tablespaces of its own, which npm run backup does not keep.')
    tar.end()
    await kept
  } catch (error) {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
    await kept.catch(() => undefined)
    throw error
  } finally {
    client.off('end', onClose)
  }
  const positions = rows.filter(({ fields }) => /^[\dA-F]+\/[\dA-F]+$/.test(String(fields[0])))
  const [start, end] = [positions.at(0), positions.at(-1)].map((row) => ({
    lsn: parseLsn(String(row?.fields[0])),
    timeline: Number(row?.fields[1]),
  }))
  if (!start || !end || positions.length !== 2) throw new BackupError('The copy of the database has no end.')
  return { start, end }
}

export interface LogMessage {
  /** Where the bytes begin; null: nothing new, only a sign of life. */
  at: bigint | null
  bytes: Buffer
  /** The server waits to hear how far we are. */
  wantsReply: boolean
}

const LOG_HEADER_BYTES = 25
/** Microseconds from 1970 to 2000, from which PostgreSQL counts. */
const EPOCH_MICROSECONDS = 946_684_800_000_000n

/**
 * The log from `from` on, as it is written, until the connection ends; the server ends it when it changes to another
 * timeline. `reply` tells the server what is kept for good, so that it can let go of it.
 */
export function streamLog(
  client: ReplicationClient,
  { slot, from, timeline }: { slot: string; from: bigint; timeline: number },
): { messages: AsyncIterable<LogMessage>; reply: (kept: bigint) => void } {
  const { connection } = client
  const arrived = new PassThrough({ objectMode: true, highWaterMark: 256 })
  arrived.on('drain', () => connection.stream.resume())
  const end = (error?: Error | null) => void (error ? arrived.destroy(error) : arrived.end())
  client.once('end', () => end())
  const noted = () => undefined
  client.query({
    submit: (wire: WireConnection) =>
      wire.query(`START_REPLICATION SLOT "${slot}" PHYSICAL ${formatLsn(from)} TIMELINE ${String(timeline)}`),
    handleRowDescription: noted,
    handleDataRow: noted,
    handleCommandComplete: () => end(),
    handleEmptyQuery: noted,
    handleCopyData({ chunk }: CopyData) {
      const message = parseLogMessage(chunk)
      if (message && !arrived.destroyed && !arrived.write(message)) connection.stream.pause()
    },
    handleError: end,
    handleReadyForQuery: () => end(),
  } as unknown as pg.Submittable)
  return {
    messages: arrived as AsyncIterable<LogMessage>,
    reply(kept) {
      if (connection.stream.destroyed) return
      const status = Buffer.alloc(34)
      status.write('r', 0, 'latin1')
      for (const offset of [1, 9, 17]) status.writeBigUInt64BE(kept, offset)
      status.writeBigUInt64BE(BigInt(Date.now()) * 1000n - EPOCH_MICROSECONDS, 25)
      connection.sendCopyFromChunk(status)
    },
  }
}

function parseLogMessage(chunk: Buffer): LogMessage | null {
  const kind = String.fromCharCode(chunk[0] ?? 0)
  if (kind === 'k') return { at: null, bytes: Buffer.alloc(0), wantsReply: chunk[17] === 1 }
  if (kind !== 'w') return null
  return {
    at: chunk.readBigUInt64BE(1),
    // The driver uses its buffer again.
    bytes: Buffer.from(chunk.subarray(LOG_HEADER_BYTES)),
    wantsReply: false,
  }
}

/** Ends a connection, also one that is in the middle of a copy. */
export async function hangUp(client: pg.Client): Promise<void> {
  const { stream } = (client as ReplicationClient).connection
  if (stream.destroyed) return
  const closed = once(stream, 'close')
  stream.destroy()
  await closed
}
