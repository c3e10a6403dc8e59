import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { skipFor } from './optional-program.ts'

const execute = promisify(execFile)

export interface SmallDisk {
  folder: string
  /** Takes up all space but this. */
  fill(exceptBytes: number): Promise<void>
  /** Gives back the space `fill` took. */
  free(): Promise<void>
  remove(): Promise<void>
}

/** A disk of this many bytes, in memory; null, with a warning, where none can be mounted. */
export async function mountSmallDisk(sizeBytes: number): Promise<SmallDisk | null> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-small-disk-'))
  try {
    await execute('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', folder])
  } catch {
    await fs.rmdir(folder)
    skipFor('no small disk can be mounted here')
    return null
  }
  const filler = path.join(folder, 'filler')
  return {
    folder,
    async fill(exceptBytes) {
      const { bavail, bsize } = await fs.statfs(folder)
      try {
        await fs.appendFile(filler, randomBytes(Math.max(0, bavail * bsize - exceptBytes)))
      } catch (error) {
        // Somebody else has taken some of it meanwhile.
        if (!isFull(error)) throw error
      }
    },
    free: () => fs.rm(filler, { force: true }),
    async remove() {
      await execute('umount', ['-l', folder])
      await fs.rmdir(folder)
    },
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
}
