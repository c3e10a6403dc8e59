import fs from 'node:fs/promises'

/** A file that is changed in place, without anything in it moving. */
export interface EditedFile {
  sizeBytes: () => number
  /** The bytes from `at` on, at most `length`. */
  read: (at: number, length: number) => Promise<Buffer>
  write: (at: number, bytes: Uint8Array) => Promise<void>
  /** Overwrites with zeros; `end` is exclusive. */
  blank: (start: number, end: number) => Promise<void>
  /** Drops everything from `sizeBytes` on. */
  cut: (sizeBytes: number) => Promise<void>
}

const BLANK_BYTES = 64 * 1024

/** Opens a file for `edit`, and returns whether it changed anything. */
export async function editFile(
  path: string,
  edit: (file: EditedFile) => Promise<void>,
): Promise<{ hasChanged: boolean }> {
  const handle = await fs.open(path, 'r+')
  let hasChanged = false
  let { size: sizeBytes } = await handle.stat()
  const file: EditedFile = {
    sizeBytes: () => sizeBytes,
    async read(at, length) {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, sizeBytes - at)))
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, at)
      return bytes.subarray(0, bytesRead)
    },
    async write(at, bytes) {
      hasChanged = true
      await handle.write(bytes, 0, bytes.length, at)
    },
    async blank(start, end) {
      const noughts = Buffer.alloc(Math.min(BLANK_BYTES, Math.max(0, end - start)))
      for (let at = start; at < end; at += noughts.length) await file.write(at, noughts.subarray(0, end - at))
    },
    async cut(size) {
      hasChanged = true
      sizeBytes = size
      await handle.truncate(size)
    },
  }
  try {
    await edit(file)
    return { hasChanged }
  } finally {
    await handle.close()
  }
}
