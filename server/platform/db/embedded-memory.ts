import os from 'node:os'

const MB = 1024 * 1024
/**
 * Of the machine's memory: half of what PostgreSQL's manual suggests for a machine of its own (a quarter), since the nodes run
 * beside it. https://www.postgresql.org/docs/18/runtime-config-resource.html#GUC-SHARED-BUFFERS
 */
const SHARE = 1 / 8
/** While nothing runs beside it. */
const SHARE_ALONE = 1 / 4
const LEAST_MB = 128
const MOST_MB = 4096

/**
 * How much the built-in PostgreSQL caches itself, as `shared_buffers` has it: what isn't there is copied from the system's cache
 * for each look. It is taken as it is used, so a small platform doesn't grow by it. `memory`: in bytes, what this process may use.
 */
export function sharedBuffersOf(memory = memoryOfMachine()): string {
  return sizeOf(memory * SHARE, MOST_MB)
}

/** The same while no node runs beside it. */
export function sharedBuffersAlone(memory = memoryOfMachine()): string {
  return sizeOf(memory * SHARE_ALONE, 2 * MOST_MB)
}

function sizeOf(bytes: number, mostMb: number): string {
  return `${Math.min(mostMb, Math.max(LEAST_MB, Math.round(bytes / MB)))}MB`
}

/** In a container, what it is limited to. */
function memoryOfMachine(): number {
  // 0: there is no limit that the system tells of.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem()
}
