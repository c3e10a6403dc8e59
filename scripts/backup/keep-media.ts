import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'

import { namedObjects } from '#server/domains/media/storage/named-objects.ts'
import { listNamedKeys, type NamedObject } from '#server/domains/media/storage/store-queries.ts'
import { BackupError } from '#server/platform/backup/backup-error.ts'
import { type BackupFolder, exists, namesIn } from '#server/platform/backup/folder.ts'
import { sealStream } from '#server/platform/backup/sealed-file.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

/*
 * The manifest is the database: at every moment it names each object with its size and hash, and is restored to that
 * moment first. So an object is copied once, when it is new, and kept for as long as a restorable moment may name it.
 */

const PAGE = 500

export interface MediaCopied {
  objects: number
  bytes: number
  /** What the store doesn't have, or has with other bytes: `npx node scripts/check-media.ts` is about the same. */
  problems: string[]
}

/** Copies the objects that the backup doesn't have: of media made since, or all; and the pictures of people and pages. */
export async function keepMedia(
  folder: BackupFolder,
  { db, storage, since }: { db: Db; storage: Storage; since: Date | null },
): Promise<MediaCopied> {
  const copied: MediaCopied = { objects: 0, bytes: 0, problems: [] }
  for await (const named of namedObjects(db, since && firstIdOf(since))) {
    if (await exists(path.join(folder.root, 'media', named.key))) continue
    try {
      const bytes = await copy(folder, storage, named)
      if (bytes === null) copied.problems.push(`${named.of}: missing (${named.key})`)
      else {
        copied.objects += 1
        copied.bytes += bytes
      }
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      copied.problems.push(error.message)
    }
  }
  return copied
}

/** Ids begin with the time they were made at. */
function firstIdOf(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** Returns the bytes copied; null when the store has no such object. */
async function copy(folder: BackupFolder, storage: Storage, named: NamedObject): Promise<number | null> {
  const found = await storage.open(named.key)
  if (!found) return null
  const hash = createHash('sha256')
  let bytes = 0
  async function* proved(): AsyncGenerator<Uint8Array> {
    for await (const chunk of found?.stream ?? []) {
      hash.update(chunk as Uint8Array)
      bytes += (chunk as Uint8Array).byteLength
      yield chunk as Uint8Array
    }
    const isAsStored =
      (named.sizeBytes === null || bytes === named.sizeBytes) &&
      (named.sha256 === null || hash.digest('hex') === named.sha256)
    if (!isAsStored) throw new BackupError(`${named.of}: not as it was stored (${named.key})`)
  }
  await sealStream(path.join(folder.root, 'media', named.key), folder.key, `media/${named.key}`, proved())
  return bytes
}

/**
 * Sets aside what no row names any more, under the day that this was noticed, and drops what a killed run left. Returns
 * how many were set aside.
 */
export async function setAsideGone(folder: BackupFolder, db: Db, now: Date): Promise<number> {
  const day = now.toISOString().slice(0, 10)
  let gone = 0
  for await (const keys of keysInPages(path.join(folder.root, 'media'))) {
    const named = await listNamedKeys(db, keys)
    for (const key of keys) {
      if (named.has(key)) continue
      const target = path.join(folder.root, 'gone', day, key)
      await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      await fs.rename(path.join(folder.root, 'media', key), target)
      gone += 1
    }
  }
  return gone
}

async function* keysInPages(root: string): AsyncGenerator<string[]> {
  let page: string[] = []
  for await (const key of walk(root, '')) {
    if (key.endsWith('.part')) {
      await fs.rm(path.join(root, key), { force: true })
      continue
    }
    page.push(key)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

async function* walk(root: string, below: string): AsyncGenerator<string> {
  if (!(await exists(path.join(root, below)))) return
  for await (const entry of await fs.opendir(path.join(root, below))) {
    const key = path.posix.join(below, entry.name)
    if (entry.isDirectory()) yield* walk(root, key)
    else yield key
  }
}

/** Where the backup has an object, named or gone. null: nowhere. */
export async function findKept(folder: BackupFolder, key: string): Promise<string | null> {
  const kept = path.join(folder.root, 'media', key)
  if (await exists(kept)) return kept
  for (const day of (await namesIn(path.join(folder.root, 'gone'))).toSorted().toReversed()) {
    const gone = path.join(folder.root, 'gone', day, key)
    if (await exists(gone)) return gone
  }
  return null
}
