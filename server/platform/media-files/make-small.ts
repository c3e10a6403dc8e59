import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'

import type { Platform } from '../platform.ts'
import { defineTask } from '../process-pool/task.ts'
import type { SmallFrame } from './small-picture.ts'
import type * as tasks from './small-picture-tasks.ts'

/** A second of pictures may take so long. */
const TIMES_AS_LONG = 4
const SHORTEST_MS = 4000
const LONGEST_MS = 20_000
/** For starting, and for what is read and written beside it. */
const BESIDE_MS = 2000
/** Waiting for its turn included. */
const TURN_MS = 3000
const SMALL_MAX_BYTES = 4_000_000
const INPUT = 'input.mp4'

const bytes = z.instanceof(Uint8Array)
const whereabouts = { module: new URL('./small-picture-tasks.ts', import.meta.url), output: bytes }
const segmentTask = defineTask<typeof tasks.makeSmallSegment>({
  ...whereabouts,
  name: 'makeSmallSegment',
  timeoutMs: LONGEST_MS + BESIDE_MS,
})
const recordTask = defineTask<typeof tasks.makeSmallRecord>({
  ...whereabouts,
  name: 'makeSmallRecord',
  timeoutMs: SHORTEST_MS + BESIDE_MS,
})

export interface SmallWork {
  init: Buffer
  /** What has to be decoded first. */
  before: readonly Buffer[]
  segment: Buffer
  durationMs: number
  frame: SmallFrame
}

/**
 * Makes a segment small, in a process that may die of it. Rejects with `TaskFailed`, `ProcessDied`, or, where its turn
 * doesn't come, a `TimeoutError`.
 */
export async function makeSmallApart(
  { processes }: Pick<Platform, 'processes'>,
  workDir: string,
  { init, before, segment, durationMs, frame }: SmallWork,
): Promise<Buffer> {
  const timeoutMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, durationMs * TIMES_AS_LONG))
  const pieces = [init, ...before]
  const segmentAt = pieces.reduce((sum, { length }) => sum + length, 0)
  const made = await inFolder(workDir, async (folder) => {
    await fs.writeFile(path.join(folder, INPUT), [...pieces, segment])
    const given = { folder, frame, timeoutMs, input: INPUT, initBytes: init.length, segmentAt }
    return processes.live.run(segmentTask, given, {
      signal: AbortSignal.timeout(timeoutMs + BESIDE_MS + TURN_MS),
    })
  })
  if (made.length > SMALL_MAX_BYTES) throw new Error('A small picture that is large')
  return Buffer.from(made)
}

/** The parameters that the header of small segments declares. Rejects as `makeSmallApart` does. */
export async function makeSmallRecordApart(
  { processes }: Pick<Platform, 'processes'>,
  workDir: string,
  frame: SmallFrame,
): Promise<Buffer> {
  const made = await inFolder(workDir, (folder) =>
    processes.live.run(
      recordTask,
      { folder, frame, timeoutMs: SHORTEST_MS },
      { signal: AbortSignal.timeout(SHORTEST_MS + BESIDE_MS + TURN_MS) },
    ),
  )
  return Buffer.from(made)
}

async function inFolder<T>(workDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = path.join(workDir, `small-${randomBytes(8).toString('hex')}`)
  try {
    await fs.mkdir(folder, { recursive: true })
    return await work(folder)
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}
