import { randomBytes } from 'node:crypto'
import fs, { type FileHandle } from 'node:fs/promises'
import path from 'node:path'

import { asStream, createDigest } from './digest.ts'
import { finishDigest } from './file-digest.ts'
import { readBlocks } from './read-blocks.ts'
import {
  checkKey,
  isDiskFull,
  isKey,
  type Kept,
  type ObjectFacts,
  type Storage,
  StorageFull,
} from './storage.ts'
import { writeBlocks } from './write-blocks.ts'

/** Larger reads cost less each, and every reader holds one or two of them. */
const READ_BYTES = 512 * 1024

/** Files below one folder. */
export async function openDiskStorage(folder: string): Promise<Storage> {
  await fs.mkdir(folder, { recursive: true })
  const fileOf = (key: string): string => {
    checkKey(key)
    return path.join(folder, key)
  }

  /** Renaming is atomic: readers and crashes never meet half a file. Without the folder's fsync it may be undone. */
  async function publish(part: string, key: string): Promise<void> {
    await fs.rename(part, fileOf(key))
    await syncFolders(folder, path.dirname(fileOf(key)))
  }

  async function newPart(key: string): Promise<string> {
    const file = fileOf(key)
    await fs.mkdir(path.dirname(file), { recursive: true })
    // Two writers of one key must not share a part.
    return `${file}.${randomBytes(6).toString('hex')}.part`
  }

  async function keepStream(key: string, body: AsyncIterable<Uint8Array>): Promise<Kept> {
    const part = await newPart(key)
    try {
      const kept = await writeFile(part, body)
      await publish(part, key)
      return kept
    } catch (error) {
      await fs.rm(part, { force: true })
      throw isDiskFull(error) ? new StorageFull(error) : error
    }
  }

  return {
    origin: null,
    fileOf,
    put: (key, body) => keepStream(key, asStream(body)),
    async putFile(key, file) {
      const target = fileOf(key)
      const kept = await finishDigest(file).catch((error: unknown) => {
        throw isDiskFull(error) ? new StorageFull(error) : error
      })
      await fs.mkdir(path.dirname(target), { recursive: true })
      try {
        await publish(file, key)
      } catch (error) {
        if (codeOf(error) !== 'EXDEV') throw error
        // Another disk: there the bytes have to be written once more.
        await keepStream(key, readBlocks(file))
        await fs.rm(file)
      }
      return kept
    },
    async open(key, range) {
      const handle = await openIfThere(fileOf(key))
      if (!handle) return null
      try {
        const { size } = await handle.stat()
        return {
          stream: handle.createReadStream({ ...range, highWaterMark: READ_BYTES }),
          sizeBytes: size,
        }
      } catch (error) {
        await handle.close()
        throw error
      }
    },
    async stat(key) {
      const facts = await nullIfAbsent(fs.stat(fileOf(key)))
      return facts && { key, sizeBytes: facts.size, modifiedAt: facts.mtime }
    },
    delete: (key) => fs.rm(fileOf(key), { force: true }),
    async *list(prefix) {
      for await (const facts of walk(folder, path.posix.dirname(`${prefix}x`)))
        if (facts.key.startsWith(prefix) && isKey(facts.key)) yield facts
    },
    presign: async () => null,
    async removeUnfinished(cutoff) {
      let removed = 0
      for await (const { key, modifiedAt } of walk(folder, '.')) {
        if (!key.endsWith('.part') || modifiedAt >= cutoff) continue
        await fs.rm(path.join(folder, key), { force: true })
        removed += 1
      }
      return removed
    },
    check: () => fs.access(folder, fs.constants.W_OK),
  }
}

async function writeFile(part: string, body: AsyncIterable<Uint8Array>): Promise<Kept> {
  const digest = createDigest()
  const handle = await fs.open(part, 'wx')
  try {
    await writeBlocks(handle, body, { position: 0, onWritten: (bytes) => digest.add(bytes) })
    await handle.sync()
  } finally {
    await handle.close()
  }
  return digest.kept()
}

async function syncFolders(top: string, deepest: string): Promise<void> {
  for (let folder = deepest; folder.startsWith(top); folder = path.dirname(folder)) {
    const handle = await fs.open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

async function* walk(top: string, below: string): AsyncGenerator<ObjectFacts> {
  const folder = await nullIfAbsent(fs.opendir(path.join(top, below)))
  if (!folder) return
  for await (const entry of folder) {
    const key = path.posix.join(below, entry.name)
    if (entry.isDirectory()) yield* walk(top, key)
    else {
      // Others write and delete while we look.
      const facts = await nullIfAbsent(fs.stat(path.join(top, key)))
      if (facts) yield { key, sizeBytes: facts.size, modifiedAt: facts.mtime }
    }
  }
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  return nullIfAbsent(fs.open(file, 'r'))
}

async function nullIfAbsent<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
