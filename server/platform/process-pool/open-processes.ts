import os from 'node:os'

import { createLine } from '../line.ts'
import type { FileWork } from '../program.ts'
import { createProcessPool, type TaskRunner } from './process-pool.ts'

/**
 * Where strangers' bytes are parsed: `quick` while someone waits, `long` for work that may take hours, `live` for what is
 * shown a second later.
 */
export interface Processes {
  quick: TaskRunner
  long: TaskRunner
  live: TaskRunner
  /** Kills everything running in any. */
  close(): Promise<void>
}

/** Decoding fifty megapixels takes half a gigabyte, AVIF the most; Node itself reserves another. */
const QUICK = { size: 2, memoryMb: 1500, heapMb: 192 }
/** ffmpeg uses every processor, so one at a time. It holds a dozen pictures of the largest videos. */
const LONG = { size: 1, memoryMb: 2000, heapMb: 128 }
/** One ffmpeg each, which decodes in one thread; half of the processors stay for everything else. */
export const LIVE_AT_ONCE = Math.max(1, Math.floor(os.availableParallelism() / 2))
const LIVE = { size: LIVE_AT_ONCE, memoryMb: 1200, heapMb: 64 }

/** Opens the pools; nothing is started until there is work. The caller has to close them. */
export function openProcesses(fileWork: FileWork): Processes {
  const quick = createProcessPool({ ...QUICK, fileWork })
  const long = createProcessPool({ ...LONG, fileWork })
  const live = createProcessPool({ ...LIVE, fileWork })
  return {
    quick: inLine(quick),
    long,
    live,
    async close() {
      await Promise.all([quick, long, live].map((pool) => pool.close()))
    },
  }
}

/** People wait for what is quick, strangers among them: for pictures of pages that are drawn when their address is shared. */
function inLine(pool: TaskRunner): TaskRunner {
  const line = createLine({
    atOnce: QUICK.size,
    waitingMax: 40,
    waitingPerCaller: 8,
    retryAfterSeconds: 5,
  })
  return { run: (task, input, options) => line.run(() => pool.run(task, input, options)) }
}
