import type { Rig } from '../media-server.ts'

export interface Attack {
  name: string
  /** Attacks until told to stop, at least once through; answers in words what failed. */
  run(rig: Rig, until: AbortSignal): Promise<string[]>
}
