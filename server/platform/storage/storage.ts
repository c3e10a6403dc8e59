import type { Readable } from 'node:stream'

/** The facts about stored bytes. `sha256` is in hex. */
export interface Kept {
  sizeBytes: number
  sha256: string
}

export interface ObjectFacts {
  key: string
  sizeBytes: number
  modifiedAt: Date
}

/** Both ends are included, as in HTTP. Without `end`: to the last byte. */
export interface ByteRange {
  start: number
  end?: number
}

/**
 * Where media bytes live. We make the keys: lower-case letters, digits, dashes, slashes, one dot. Every operation may
 * run twice. An object exists whole or not at all, whatever breaks while it is written.
 */
export interface Storage {
  /**
   * Stores bytes under a key and returns their size and hash; a stream is never held in memory as a whole. When it
   * fails, or its stream does, nothing is kept. Throws `StorageFull` when there is no room.
   */
  put(key: string, body: Uint8Array | AsyncIterable<Uint8Array>, contentType: string): Promise<Kept>
  /** As `put`, from a file of this machine, which is gone afterwards. */
  putFile(key: string, file: string, contentType: string): Promise<Kept>
  /**
   * null when there is nothing under this key. The stream must be read or destroyed; `sizeBytes` is the whole object's.
   */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; sizeBytes: number } | null>
  /** The object's path on this machine, whether it exists or not, to be read only; null when the store is elsewhere. */
  fileOf(key: string): string | null
  /** null when there is nothing under this key. */
  stat(key: string): Promise<ObjectFacts | null>
  delete(key: string): Promise<void>
  /** Every object whose key begins with `prefix`, in no order. */
  list(prefix: string): AsyncIterable<ObjectFacts>
  /** An address at the store itself, valid this long; null when the store has no addresses of its own. */
  presign(
    key: string,
    options: { expiresInSeconds: number; contentType: string; disposition: string },
  ): Promise<string | null>
  /** Drops the remains of writes that never ended, from before `cutoff`. Returns how many. */
  removeUnfinished(cutoff: Date): Promise<number>
  /** Rejects when the store cannot be used. */
  check(): Promise<void>
  /** Where presigned addresses lead; null when the store has no addresses of its own. */
  origin: string | null
}

/** There is no room left. Nothing of the unfinished write is kept. */
export class StorageFull extends Error {
  constructor(cause: unknown) {
    super('The store is full.', { cause })
    this.name = 'StorageFull'
  }
}

/** What the operating system says when a disk, or a share of it, is full; and PostgreSQL of its own (class 53). */
const DISK_FULL_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100'])

/** Whether an error says that a disk is full: that of the files, or the database's. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && DISK_FULL_CODES.has(error.code)
}

const KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*\.[a-z0-9]+$/

export function isKey(text: string): boolean {
  return KEY.test(text)
}

/** Throws unless `key` is one of ours: nothing from outside may become a path. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`${key} is not a storage key`)
}

/** The path below our own address at which anyone may see a public object. */
export function publicObjectUrl(key: string): string {
  return `/media/${key}`
}
