import { LRUCache } from 'lru-cache'

import type { Clock } from '../clock.ts'
import type { PageDocument } from './page-document.ts'

/** Enough for a thousand pages, small next to a node's usual memory. */
const MAX_BYTES = 16 * 1024 * 1024

/** Of an id in a set. */
const ID_BYTES = 100

/** An unannounced change, such as one made by hand in the database, is seen after this at the latest. */
const MAX_AGE_MS = 60_000

/** A page's contents: the changes that make it old. */
export interface ShownOnPage {
  ids: ReadonlySet<string>
  /** It lists the newest things, so any change may make it old. */
  isListing: boolean
}

interface Kept extends ShownOnPage {
  document: PageDocument
}

export interface PageCache {
  find(key: string): PageDocument | null
  /** Counts the drops. Read it before a page's data is loaded. */
  drops(): number
  /** Caches a page, unless something was dropped since `dropsBefore`: it may have been rendered from older data. */
  keep(key: string, document: PageDocument, shown: ShownOnPage, dropsBefore: number): void
  drop(id: string): void
  clear(): void
}

/** Rendered pages in memory; the least recently used goes first when there are too many. */
export function createPageCache(clock: Clock, maxBytes: number = MAX_BYTES): PageCache {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ document, ids }) => document.gzipped.length + ids.size * ID_BYTES,
    ttl: MAX_AGE_MS,
    // Each look asks the clock: a timer for every millisecond with one would cost more.
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  let drops = 0

  return {
    find: (key) => kept.get(key)?.document ?? null,
    drops: () => drops,
    keep(key, document, shown, dropsBefore) {
      if (drops === dropsBefore) kept.set(key, { ...shown, document })
    },
    drop(id) {
      drops += 1
      const old = [...kept.entries()].filter(([, { ids, isListing }]) => isListing || ids.has(id))
      for (const [key] of old) kept.delete(key)
    },
    clear() {
      drops += 1
      kept.clear()
    },
  }
}
