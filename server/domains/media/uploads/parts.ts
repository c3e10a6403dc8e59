import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

import { platformFailures } from '#contract/http/route.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import { mediaMessages } from '#contract/media/messages.ts'
import { Failure } from '#server/platform/failure.ts'
import { writeStream } from '#server/platform/http/staging.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readBlocks } from '#server/platform/storage/read-blocks.ts'
import { writeBlocks } from '#server/platform/storage/write-blocks.ts'

import { disownParts, insertPart, listPartsOfOthers, type PartRow } from './part-queries.ts'

/*
 * With an object store, what arrives of an upload is copied there in parts as it comes, so that any node goes on with it
 * and a node that dies costs its sender a part at most. The node that receives the last byte takes the whole from its disk,
 * and fetches only what others received.
 */

/** What a killed node costs the sender of an upload, at most twice. Files below it have no parts. */
const PART_BYTES = 4 * 1024 * 1024

/** Parts that a node sends at once, of all its uploads: each is in memory meanwhile. */
const lanes: Promise<unknown>[] = Array.from({ length: 4 }, () => Promise.resolve())
let turn = 0

/** Of this start of this node: what its disk held before is not looked at. */
const nodeIds = new WeakMap<Platform, string>()

/** Whether uploads have parts here: their bytes are safe only where every node finds them. */
export function keepsParts({ storage }: Platform): boolean {
  return storage.origin !== null
}

/** Where the parts of an upload lie in the store. */
export function partsPrefix(uploadId: string): string {
  return `uploads/${uploadId}/`
}

/**
 * Receives bytes of an upload from `start` on, to its file and into parts; returns how many came. What breaks off is kept as
 * far as it came. The last part isn't made: whoever receives the last byte takes the whole. Throws as `writeStream`, and
 * `bad_request` (409) when another node has received the same bytes meanwhile.
 */
export async function receiveInParts(
  platform: Platform,
  source: Readable,
  file: string,
  {
    uploadId,
    sizeBytes,
    start,
    signal,
  }: { uploadId: string; sizeBytes: number; start: number; signal: AbortSignal },
): Promise<number> {
  const parts = startParts(platform, { uploadId, file, start })
  // It may have been announced at another node.
  await fs.mkdir(path.dirname(file), { recursive: true })
  // The file is gone once it is in the store, also where the database was lost before it could say so.
  if (!(await isThere(file))) await disownParts(platform.database.db, uploadId, nodeIdOf(platform))
  await fs.appendFile(file, '')
  let arrived = start
  try {
    const received = await writeStream(source, file, {
      start,
      maxBytes: sizeBytes - start,
      tooLarge: mediaFailures.medium_too_large,
      signal,
      async onWritten(end) {
        arrived = end
        if (end < sizeBytes) await parts.sendUntil(end)
      },
    })
    if (start + received < sizeBytes) await parts.finish(arrived)
    return received
  } catch (error) {
    // The sender asks how far it is only once this has ended.
    if (arrived < sizeBytes) await parts.finish(arrived).catch(() => undefined)
    throw error
  }
}

/** The parts of what one request brings. */
function startParts(
  platform: Platform,
  { uploadId, file, start }: { uploadId: string; file: string; start: number },
) {
  let from = start
  /** Parts are recorded in their order, whichever is in the store first. */
  let recorded: Promise<void> = Promise.resolve()
  let underWay: Promise<void> = Promise.resolve()
  let hasFailed = false

  async function send(part: PartRow, before: Promise<void>): Promise<void> {
    await inALane(async () => {
      const body = readBlocks(file, { start: part.offsetBytes, end: part.offsetBytes + part.sizeBytes })
      await platform.storage.put(part.key, body, 'application/octet-stream')
    })
    await before
    if (await insertPart(platform.database.db, uploadId, part)) return
    await platform.storage.delete(part.key)
    throw new Failure({ ...platformFailures.bad_request, status: 409 })
  }

  function begin(to: number): void {
    const part: PartRow = {
      offsetBytes: from,
      sizeBytes: to - from,
      key: `${partsPrefix(uploadId)}${randomBytes(16).toString('hex')}.part`,
      nodeId: nodeIdOf(platform),
    }
    from = to
    underWay = recorded
    recorded = send(part, recorded)
    // Thrown by whoever waits for it.
    recorded.catch(() => (hasFailed = true))
  }

  return {
    /** Begins the whole parts before `end`; waits while the one before the last is under way. */
    async sendUntil(end: number): Promise<void> {
      while (end - from >= PART_BYTES) {
        begin(from + PART_BYTES)
        await underWay
      }
    },
    /** Sends what is left before `end`, and waits until all is recorded. */
    async finish(end: number): Promise<void> {
      if (end > from && !hasFailed) begin(end)
      await recorded
    },
  }
}

/** Fetches what other nodes received into the file of an upload. Throws `medium_refused` when a part is gone. */
export async function fetchParts(platform: Platform, uploadId: string, file: string): Promise<void> {
  const parts = await listPartsOfOthers(platform.database.db, uploadId, nodeIdOf(platform))
  if (parts.length === 0) return
  const handle = await fs.open(file, 'r+')
  try {
    for (const { key, offsetBytes, sizeBytes } of parts) {
      const object = await platform.storage.open(key)
      if (object?.sizeBytes !== sizeBytes) {
        object?.stream.destroy()
        throw new Failure(mediaFailures.medium_refused, { message: mediaMessages.lost })
      }
      await writeBlocks(handle, object.stream, { position: offsetBytes })
    }
  } finally {
    await handle.close()
  }
}

function isThere(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  )
}

function inALane(work: () => Promise<void>): Promise<void> {
  const lane = turn++ % lanes.length
  const sending = (lanes[lane] ?? Promise.resolve()).then(work)
  lanes[lane] = sending.catch(() => undefined)
  return sending
}

function nodeIdOf(platform: Platform): string {
  const id = nodeIds.get(platform) ?? crypto.randomUUID()
  nodeIds.set(platform, id)
  return id
}
