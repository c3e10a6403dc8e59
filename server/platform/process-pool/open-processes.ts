import type { FileWork } from '../program.ts'
import type { TaskRunner } from './process-pool.ts'
import { openSupervisedPools } from './supervised-pools.ts'

/** Where strangers' bytes are parsed: `quick` while someone waits, `long` for work that may take hours. */
export interface Processes {
  quick: TaskRunner
  long: TaskRunner
  /** Kills everything running in either. */
  close(): Promise<void>
}

/** Decoding fifty megapixels takes half a gigabyte, AVIF the most; Node itself reserves another. */
const QUICK = { size: 2, memoryMb: 1500, heapMb: 192 }
/** ffmpeg uses every processor, so one at a time. It holds a dozen pictures of the largest videos. */
const LONG = { size: 1, memoryMb: 2000, heapMb: 128 }

/** Opens the pools; nothing is started until there is work. The caller has to close them. */
export function openProcesses(fileWork: FileWork): Processes {
  const opened = openSupervisedPools({ quick: { ...QUICK, fileWork }, long: { ...LONG, fileWork } })
  return { ...opened.pools, close: () => opened.close() }
}
