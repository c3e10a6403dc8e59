import fs from 'node:fs/promises'
import path from 'node:path'

import { BackupError, Interrupted } from './backup-error.ts'
import type { BackupFolder } from './folder.ts'
import { listSegments, segmentAt, segmentName } from './log-segments.ts'
import { type LogMessage, type ReplicationClient, streamLog } from './replication.ts'
import { createSealed, FRAME_BYTES, publish, type SealedWriter } from './sealed-file.ts'

export interface Follower {
  /** Resolves once everything before `lsn` is kept for good; rejects when the following ends before. */
  untilKept(lsn: bigint): Promise<void>
  /** Resolves when the server ended it, as it does with a new timeline; rejects with what went wrong. */
  ended: Promise<void>
}

/** Commits are in the backup's folder, and on its disk, after as long. */
const FLUSH_MS = 500

interface Current {
  name: string
  part: string
  writer: SealedWriter
}

/** Writes the log into the backup as the server writes it. `from` is the beginning of a segment. */
export function followLog(
  client: ReplicationClient,
  {
    folder,
    ...log
  }: { folder: BackupFolder; slot: string; from: bigint; timeline: number; segmentBytes: number },
): Follower {
  const { messages, reply } = streamLog(client, log)
  const keeper = keepLog(folder, log)
  const waiting = new Set<{ lsn: bigint; resolve: () => void; reject: (error: unknown) => void }>()

  // Messages and the clock take turns.
  let turn = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => (turn = turn.then(work))
  async function flush(): Promise<void> {
    const kept = await keeper.flush()
    reply(kept)
    for (const one of waiting) {
      if (one.lsn > kept) continue
      waiting.delete(one)
      one.resolve()
    }
  }
  async function take({ at, bytes, wantsReply }: LogMessage): Promise<void> {
    if (at !== null) await keeper.append(at, bytes)
    if (wantsReply) await flush()
  }
  async function follow(): Promise<void> {
    let failure: unknown = null
    const timer = setInterval(() => {
      inTurn(flush).catch((error: unknown) => {
        failure ??= error
        client.connection.stream.destroy()
      })
    }, FLUSH_MS)
    try {
      for await (const message of messages) await inTurn(() => take(message))
      if (failure !== null) throw failure
      await inTurn(flush)
    } catch (error) {
      throw failure ?? error
    } finally {
      clearInterval(timer)
      await turn.catch(() => undefined)
      await keeper.close()
      for (const one of waiting) one.reject(new Interrupted('The connection to the database was lost.'))
      waiting.clear()
    }
  }
  const ended = follow()
  let hasEnded = false
  ended.then(
    () => (hasEnded = true),
    () => (hasEnded = true),
  )
  return {
    ended,
    untilKept(lsn) {
      if (hasEnded) return Promise.reject(new Interrupted('The connection to the database was lost.'))
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting.add({ lsn, resolve, reject })
      return promise
    },
  }
}

function keepLog(
  folder: BackupFolder,
  { from, timeline, segmentBytes }: { from: bigint; timeline: number; segmentBytes: number },
) {
  let position = from
  let gathered: Buffer[] = []
  let gatheredBytes = 0
  let current: Current | null = null

  async function writeGathered(): Promise<void> {
    if (gatheredBytes === 0 || !current) return
    await current.writer.write(Buffer.concat(gathered))
    gathered = []
    gatheredBytes = 0
  }
  async function endSegment(): Promise<void> {
    if (!current) return
    await writeGathered()
    await current.writer.finish()
    await publish(current.part, path.join(folder.root, 'log', current.name))
    await dropParts(folder, current.name)
    current = null
  }
  return {
    async append(at: bigint, bytes: Buffer): Promise<void> {
      if (at !== position) throw new BackupError('The database left out a part of its log.')
      let rest = bytes
      while (rest.length > 0) {
        const offset = Number(position % BigInt(segmentBytes))
        current ??= await beginSegment(
          folder,
          segmentName(segmentAt(position, timeline, segmentBytes), segmentBytes),
        )
        const taken = rest.subarray(0, segmentBytes - offset)
        gathered.push(taken)
        gatheredBytes += taken.length
        position += BigInt(taken.length)
        rest = rest.subarray(taken.length)
        if (offset + taken.length === segmentBytes) await endSegment()
        else if (gatheredBytes >= FRAME_BYTES) await writeGathered()
      }
    },
    /** Returns up to where the log is kept for good. */
    async flush(): Promise<bigint> {
      if (gatheredBytes > 0) {
        await writeGathered()
        await current?.writer.sync()
      }
      return position
    },
    async close(): Promise<void> {
      await current?.writer.abandon()
    },
  }
}

/** An earlier attempt stays until this one is whole: until then it may hold more. */
async function beginSegment(folder: BackupFolder, name: string): Promise<Current> {
  const { parts = [] } = (await listSegments(folder)).get(name) ?? {}
  const numbers = parts.map((file) => Number(file.split('.')[1]))
  const part = path.join(folder.root, 'log', `${name}.${Math.max(0, ...numbers) + 1}.part`)
  return { name, part, writer: await createSealed(part, folder.key, `log/${name}`) }
}

async function dropParts(folder: BackupFolder, name: string): Promise<void> {
  const { parts = [] } = (await listSegments(folder)).get(name) ?? {}
  for (const part of parts) await fs.rm(path.join(folder.root, 'log', part), { force: true })
}
