import * as z from 'zod/mini'

import type { Platform } from '../../platform.ts'
import { defineTask } from '../../process-pool/task.ts'
import { getInside, listInside, wholeBox } from '../boxes.ts'
import type * as tasks from './join-tasks.ts'
import type { Join } from './join-tasks.ts'

/** Twenty gigabytes are read twice and written once. */
const JOIN_TIMEOUT_MS = 2 * 3_600_000

const joinTask = defineTask<typeof tasks.joinFragments>({
  module: new URL('./join-tasks.ts', import.meta.url),
  name: 'joinFragments',
  output: z.object({ durationMs: z.number() }),
  timeoutMs: JOIN_TIMEOUT_MS,
})

/** Joins what was sent in fragments into one file, in a process that may die of it. */
export function joinApart(
  { processes }: Pick<Platform, 'processes'>,
  join: Join,
  signal: AbortSignal,
): Promise<{ durationMs: number }> {
  return processes.long.run(joinTask, join, { signal })
}

/** Says of what kind the tracks of a header are: lines of one kind can be joined. It isn't more than 64 KB. */
export function kindOfInit(init: Buffer): string {
  const moov = getInside(init, { type: '', start: 0, end: init.length }, 'moov')
  return listInside(init, moov, 'trak')
    .map((trak) => {
      const stsd = getInside(init, trak, 'mdia', 'minf', 'stbl', 'stsd')
      const mdhd = getInside(init, trak, 'mdia', 'mdhd')
      const at = mdhd.start + (init.readUInt8(mdhd.start) === 1 ? 20 : 12)
      return `${init.readUInt32BE(at)} ${wholeBox(init, stsd).toString('base64')}`
    })
    .join(' ')
}
