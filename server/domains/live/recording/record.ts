import { randomBytes } from 'node:crypto'
import fs, { type FileHandle } from 'node:fs/promises'
import path from 'node:path'

import { receiveFile, workFolder } from '#server/domains/media/service.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { checkRoom } from '#server/platform/http/staging.ts'
import { joinApart, kindOfInit } from '#server/platform/media-files/join/join.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readObject } from '#server/platform/storage/read-object.ts'

import { listParts } from '../playback/playback-queries.ts'
import { insertRecording, listRecordings, listShownLines, type ShownLine } from './recording-queries.ts'

const PARTS_AT_ONCE = 500

interface Work {
  platform: Platform
  inTransaction: InTransaction
  signal: AbortSignal
  now: Date
}

/** A line with what players read first. */
interface ReadLine extends ShownLine {
  init: Buffer
}

/** Makes media of what was shown in a session, for its owner. What is made already stays. */
export async function record(work: Work, session: { id: string; ownerId: string }): Promise<void> {
  const { platform, inTransaction } = work
  const lines = await inTransaction((db) => listShownLines(db, session.id))
  const made = await inTransaction((db) => listRecordings(db, session.id))
  const read: ReadLine[] = []
  for (const line of lines) read.push({ ...line, init: await readInit(platform, line.initKey) })
  const kinds = inKinds(read)
  for (const [position, group] of kinds.entries())
    if (made.every((recording) => recording.position !== position))
      await recordKind(work, session, position, group)
}

/** Neighbours of the same kind together; they become one file. */
function inKinds(lines: readonly ReadLine[]): ReadLine[][] {
  const kinds: { kind: string; lines: ReadLine[] }[] = []
  for (const line of lines) {
    const kind = kindOfInit(line.init)
    const last = kinds.at(-1)
    if (last?.kind === kind) last.lines.push(line)
    else kinds.push({ kind, lines: [line] })
  }
  return kinds.map((kind) => kind.lines)
}

async function recordKind(
  work: Work,
  { id, ownerId }: { id: string; ownerId: string },
  position: number,
  lines: readonly ReadLine[],
): Promise<void> {
  const { platform, inTransaction, now, signal } = work
  const workDir = workFolder(platform.config.dataDir)
  // What was sent, and the file that is made of it.
  await checkRoom(workDir, 2 * lines.reduce((sum, { bytes }) => sum + bytes, 0))
  const folder = path.join(workDir, `${id}-${randomBytes(6).toString('hex')}`)
  await fs.mkdir(folder, { recursive: true })
  try {
    const [fragments, output] = [path.join(folder, 'fragments'), path.join(folder, 'recording.mp4')]
    const placed = await bring(work, id, fragments, lines)
    await joinApart(platform, { fragments, lines: placed, output }, signal)
    await fs.rm(fragments)
    const file = { path: output, sizeBytes: (await fs.stat(output)).size, declaredType: 'video/mp4' }
    // Its creator's space was asked about when the session began: what was shown isn't lost.
    const given = { kind: 'video' as const, ownerId, alt: '', isKeptAnyway: true, now }
    const mediaId = await receiveFile(platform, inTransaction, file, given)
    const [startedMs, endedMs] = [lines.at(0)?.startedMs ?? 0, lines.at(-1)?.endedMs ?? 0]
    const recording = { position, mediaId, startedMs, durationMs: endedMs - startedMs }
    await inTransaction((db) => insertRecording(db, id, recording))
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}

/** Brings the segments of lines into one file, and returns where each line is in it. */
async function bring(
  { platform, inTransaction, signal }: Work,
  id: string,
  file: string,
  lines: readonly ReadLine[],
) {
  const target = await fs.open(file, 'wx')
  try {
    const placed = []
    let at = 0
    for (const { init, fromSeq, toSeq } of lines) {
      const start = at
      for (let from = fromSeq; from <= toSeq;) {
        const first = from
        const parts = await inTransaction((db) =>
          listParts(db, { id, from: first, limit: Math.min(PARTS_AT_ONCE, toSeq - first + 1) }),
        )
        if (parts.length === 0) throw new Error('Segments are gone')
        for (const { key } of parts) {
          signal.throwIfAborted()
          at += await copy(platform, key, target)
        }
        from = (parts.at(-1)?.seq ?? toSeq) + 1
      }
      placed.push({ init: init.toString('base64'), start, end: at })
    }
    return placed
  } finally {
    await target.close()
  }
}

async function copy({ storage }: Platform, key: string, target: FileHandle): Promise<number> {
  const found = await storage.open(key)
  if (!found) throw new Error(`${key} is missing from the store`)
  let copied = 0
  for await (const piece of found.stream) {
    await target.writeFile(piece as Uint8Array)
    copied += (piece as Uint8Array).byteLength
  }
  return copied
}

async function readInit({ storage }: Platform, key: string): Promise<Buffer> {
  const init = await readObject(storage, key)
  if (!init) throw new Error(`${key} is missing from the store`)
  return init
}
