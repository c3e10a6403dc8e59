import type { Storage } from './storage.ts'

/** All bytes of an object, in memory: for objects whose size is limited. null: there is none. */
export async function readObject(storage: Storage, key: string): Promise<Buffer | null> {
  const found = await storage.open(key)
  if (!found) return null
  const pieces: Uint8Array[] = []
  for await (const piece of found.stream) pieces.push(piece as Uint8Array)
  return Buffer.concat(pieces)
}
