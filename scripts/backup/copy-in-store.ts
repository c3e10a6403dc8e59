import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { BackupError } from '#server/platform/backup/backup-error.ts'
import { type BackupFolder, exists, namesIn, readIdentity } from '#server/platform/backup/folder.ts'
import { openS3Storage } from '#server/platform/storage/s3-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

/*
 * A copy of a backup's folder in an S3 store, for the day when the folder is gone as well. Its files are encrypted already;
 * their names are written in hexadecimal digits, since the store takes fewer letters than a folder.
 */

type Store = Pick<Storage, 'put' | 'open' | 'delete' | 'list'>

const PREFIX = 'backup/'
const TYPE = 'application/octet-stream'

const keyOf = (name: string) => `${PREFIX}${Buffer.from(name).toString('hex')}.sealed`
const nameOf = (key: string) =>
  Buffer.from(key.slice(PREFIX.length, -'.sealed'.length), 'hex').toString('utf8')

/** Where what is half done would mislead whoever reads it: a base counts once it has facts, and what is covered is there. */
const ORDER = [/^(?!backup$|bases\/|covered$)/, /^bases\/.*\/tar$/, /^backup$/, /^bases\/.*\/facts$/]

export function isStoreAddress(text: string): boolean {
  return text.startsWith('s3://')
}

/**
 * Brings the store's copy up to date with the folder, so that at any moment it can be restored from; answers how many bytes
 * were sent. What the folder has dropped is dropped there too, unless the folder isn't the one that was copied.
 */
export async function copyToStore(folder: BackupFolder, store: Store): Promise<number> {
  const identity = await readIdentity(folder)
  if (!identity) return 0
  const there = new Map<string, number>()
  for await (const { key, sizeBytes } of store.list(PREFIX)) there.set(nameOf(key), sizeBytes)
  await refuseAnother(folder, store, there)
  const covered = path.join(folder.root, 'covered')
  // What it vouches for is in the log by now, and is sent before it.
  const vouched = (await exists(covered)) ? await fs.readFile(covered) : null
  const here = await filesOf(folder.root)
  let sent = 0
  for (const kind of ORDER)
    for (const name of here.keys())
      if (kind.test(name) && there.get(name) !== here.get(name)) sent += await send(folder.root, name, store)
  if (vouched) await store.put(keyOf('covered'), vouched, TYPE)
  const dropped = [...there.keys()].filter((name) => name !== 'covered' && !here.has(name))
  // A base without its facts doesn't count any more, whatever breaks meanwhile.
  const first = (name: string) => (name.endsWith('/facts') ? 0 : 1)
  for (const name of dropped.toSorted((one, other) => first(one) - first(other)))
    await store.delete(keyOf(name))
  return sent
}

/** A store may hold the copy of one backup alone, and an empty folder is none. */
async function refuseAnother(
  { root }: BackupFolder,
  store: Store,
  there: ReadonlyMap<string, number>,
): Promise<void> {
  if (there.size === 0 || !there.has('backup')) return
  const kept = await readAll(store, 'backup')
  if (!kept?.equals(await fs.readFile(path.join(root, 'backup'))))
    throw new BackupError('The store keeps the copy of another backup: name another bucket.')
}

async function send(root: string, name: string, store: Store): Promise<number> {
  const handle = await fs.open(path.join(root, name)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  // Dropped, or become another file, since it was listed: the next time tells.
  if (!handle) return 0
  try {
    const stream = handle.createReadStream({ autoClose: false })
    return (await store.put(keyOf(name), stream, TYPE)).sizeBytes
  } finally {
    await handle.close()
  }
}

async function readAll(store: Store, name: string): Promise<Buffer | null> {
  const found = await store.open(keyOf(name))
  return found && Buffer.concat(await found.stream.toArray())
}

/** Every file below the folder with its length, but for those that are being written to be renamed. */
async function filesOf(root: string, below = ''): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const entry of (await namesIn(path.join(root, below))).toSorted()) {
    const name = below === '' ? entry : `${below}/${entry}`
    const stats = await fs.stat(path.join(root, name)).catch(() => null)
    if (stats?.isDirectory()) for (const [each, bytes] of await filesOf(root, name)) found.set(each, bytes)
    else if (stats && (!name.endsWith('.part') || name.startsWith('log/'))) found.set(name, stats.size)
  }
  // A base that isn't finished yet is sent when it is.
  if (!below.startsWith('bases/') || found.has(`${below}/facts`)) return found
  return new Map()
}

/** What isn't needed to find out what can be restored: of a whole segment of the log its name tells enough. */
const BULK = /^bases\/.*\/tar$|^media\/|^gone\/|^files\/|^log\/[^.]+$/

/** A copy that changes while it is fetched is looked through again, at most so often. */
const PASSES_MAX = 20

/**
 * Fetches a store's copy into an empty folder; `isForLooking`: with the largest files left empty. A backup may go on
 * copying meanwhile: what is fetched is whole up to what it says is covered.
 */
export async function fetchFromStore(
  store: Store,
  root: string,
  { isForLooking = false }: { isForLooking?: boolean } = {},
): Promise<void> {
  for (let pass = 1; pass <= PASSES_MAX; pass += 1) {
    // Before the others are listed: what it vouches for is in the store by then.
    const covered = await readAll(store, 'covered')
    const listed = await fetchListed(store, root, isForLooking)
    // What is renamed while it is listed may be missing from the list by both names.
    if (!listed || !isSame(listed, await namesInStore(store))) continue
    for (const name of (await filesOf(root)).keys()) if (!listed.has(name)) await fs.rm(path.join(root, name))
    if (covered) await fs.writeFile(path.join(root, 'covered'), covered, { mode: 0o600 })
    return
  }
  throw new BackupError('The copy in the store changes faster than it can be fetched. Try again.')
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((name) => other.has(name))

async function namesInStore(store: Store): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { key } of store.list(PREFIX)) names.add(nameOf(key))
  names.delete('covered')
  return names
}

/** Fetches what is listed and not there yet; null: some of it was dropped or renamed since it was listed. */
async function fetchListed(store: Store, root: string, isForLooking: boolean): Promise<Set<string> | null> {
  const listed = new Set<string>()
  let isWhole = true
  for await (const { key, sizeBytes } of store.list(PREFIX)) {
    const name = nameOf(key)
    if (path.relative('.', name).startsWith('..')) throw new BackupError(`${name} is no file of a backup.`)
    if (name === 'covered') continue
    listed.add(name)
    const file = path.join(root, name)
    const isLeftEmpty = isForLooking && BULK.test(name)
    const isThere = (await fs.stat(file).catch(() => null))?.size === (isLeftEmpty ? 0 : sizeBytes)
    if (isThere) continue
    const found = isLeftEmpty ? { stream: Readable.from([]) } : await store.open(key)
    if (found) await fetchFile(found.stream, file)
    else isWhole = false
  }
  if (listed.size === 0) throw new BackupError('There is no backup in this store.')
  return isWhole ? listed : null
}

async function fetchFile(stream: Readable, file: string): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const handle = await fs.open(file, 'w', 0o600)
  await pipeline(stream, handle.createWriteStream())
}

/** Calls `work` with a backup's folder; one that is in a store is fetched first, and removed afterwards. */
export async function withFolderOf<T>(
  { from, key, ...how }: { from: string; key: BackupFolder['key']; isForLooking?: boolean },
  work: (folder: BackupFolder) => Promise<T>,
): Promise<T> {
  if (!isStoreAddress(from)) return work({ root: from, key })
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-fetched-'))
  try {
    await fetchFromStore(openS3Storage(from), root, how)
    return await work({ root, key })
  } finally {
    await fs.rm(root, { recursive: true, force: true, maxRetries: 3 })
  }
}
