import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

import type { Say, Seal, PublishedSeal } from './audit-queries.ts'

/* The part of the audit that proves the chains of seals: in themselves, and against what left the database. */

/** Every seal covers the written rows and the seal before it. Answers the seals at these positions. */
export async function proveChain(
  say: Say,
  batches: AsyncIterable<Seal[]>,
  chain: 'ledger' | 'audit log',
  positions: ReadonlySet<number> = new Set(),
): Promise<Map<number, string>> {
  const at = new Map<number, string>()
  let before = Buffer.alloc(32)
  let count = 0
  for await (const seals of batches)
    for (const seal of seals) {
      count += 1
      const sealed = Buffer.concat([before, Buffer.from(seal.text ?? '')])
      const hash = createHash('sha256').update(sealed).digest()
      const holds = seal.position === count && hash.toString('hex') === seal.hash
      say(holds, `the chain of the ${chain} breaks at ${seal.position}`)
      if (positions.has(count)) at.set(count, seal.hash)
      before = Buffer.from(seal.hash, 'hex')
    }
  return at
}

/**
 * The seals published each day are the ones the chain has now. A chain that was rewritten as a whole is only consistent
 * in itself.
 */
export function provePublished(
  say: Say,
  seals: ReadonlyMap<number, string>,
  told: PublishedSeal[],
  where: string,
): void {
  for (const { day, position, hash } of told)
    say(seals.get(position) === hash, `the seal of ${day} in ${where} is not the one at ${position}`)
}

/** The seals that were written down below DATA_DIR; none if there is no file. */
export function readSealFile(dataDir: string): PublishedSeal[] {
  const file = path.join(dataDir, 'ledger-seals.txt')
  if (!fs.existsSync(file)) return []
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => {
    const [day = '', position = '', hash = ''] = line.split(' ')
    return { day, position: Number(position), hash }
  })
}
