import type { TaskRunner } from './process-pool.ts'
import { openSupervisedPools } from './supervised-pools.ts'

/** Where strangers' bytes are parsed: `quick` while somebody waits, `long` for what may take hours. */
export interface Processes {
  quick: TaskRunner
  long: TaskRunner
  /** Kills what runs in either. */
  close(): Promise<void>
}

/** Decoding fifty megapixels takes half a gigabyte, AVIF the most; Node itself reserves another. */
const QUICK = { size: 2, memoryMb: 1500, heapMb: 192 }
/** ffmpeg uses every processor, so one at a time. It holds a dozen pictures of the largest videos. */
const LONG = { size: 1, memoryMb: 2000, heapMb: 128 }

/** Opens the pools; nothing is started before there is something to do. They are the caller's to close. */
export function openProcesses(): Processes {
  const opened = openSupervisedPools({ quick: QUICK, long: LONG })
  return { ...opened.pools, close: () => opened.close() }
}
