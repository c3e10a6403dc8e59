import { createHash } from 'node:crypto'

import type { Db } from '#server/platform/db/query.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

import { namedObjects } from './named-objects.ts'
import type { NamedObject } from './store-queries.ts'

export interface ManifestProblem {
  of: string
  key: string
  what: 'missing' | 'another size' | 'other bytes'
}

/**
 * Reads every object that the database names and compares it, byte by byte, with what was stored. Calls back for each
 * that differs; returns how many were read, and their bytes.
 */
export async function checkManifest(
  db: Db,
  storage: Storage,
  onProblem: (problem: ManifestProblem) => void,
): Promise<{ objects: number; bytes: number; problems: number }> {
  const sum = { objects: 0, bytes: 0, problems: 0 }
  for await (const named of namedObjects(db)) {
    const { what, bytes } = await compare(storage, named)
    sum.objects += 1
    sum.bytes += bytes
    if (what === null) continue
    sum.problems += 1
    onProblem({ of: named.of, key: named.key, what })
  }
  return sum
}

async function compare(
  storage: Storage,
  named: NamedObject,
): Promise<{ what: ManifestProblem['what'] | null; bytes: number }> {
  const found = await storage.open(named.key)
  if (!found) return { what: 'missing', bytes: 0 }
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of found.stream) {
    hash.update(chunk as Uint8Array)
    bytes += (chunk as Uint8Array).byteLength
  }
  if (bytes === 0 || (named.sizeBytes !== null && bytes !== named.sizeBytes))
    return { what: 'another size', bytes }
  if (named.sha256 !== null && hash.digest('hex') !== named.sha256) return { what: 'other bytes', bytes }
  return { what: null, bytes }
}
