import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

/** Where media bytes live. Keys are made by us: lower-case letters, digits, dashes, slashes, one dot. */
export interface Storage {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** null when there is nothing under this key. */
  open(key: string): Promise<{ stream: Readable; sizeBytes: number } | null>
  delete(key: string): Promise<void>
  /** Rejects when the store cannot be used. */
  check(): Promise<void>
}

const KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*\.[a-z0-9]+$/

/** The path below our own address at which anybody may see an object that is public. */
export function publicObjectUrl(key: string): string {
  return `/media/${key}`
}

/** Files below one folder. */
export async function openDiskStorage(folder: string): Promise<Storage> {
  await fs.mkdir(folder, { recursive: true })
  const fileOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error(`${key} is not a storage key`)
    return path.join(folder, key)
  }
  return {
    async put(key, bytes) {
      const file = fileOf(key)
      await fs.mkdir(path.dirname(file), { recursive: true })
      // Renaming is atomic: a reader, or a crash, never meets half a file.
      await fs.writeFile(`${file}.part`, bytes)
      await fs.rename(`${file}.part`, file)
    },
    async open(key) {
      const file = fileOf(key)
      try {
        const { size } = await fs.stat(file)
        return { stream: createReadStream(file), sizeBytes: size }
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    delete: (key) => fs.rm(fileOf(key), { force: true }),
    check: () => fs.access(folder, fs.constants.W_OK),
  }
}
