import type { PageDocument } from './page-document.ts'

/** Enough for thousands of pages, small next to a node's usual memory. */
const MAX_BYTES = 64 * 1024 * 1024

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
  keptAtMs: number
}

export interface PageCache {
  find(key: string, now: Date): PageDocument | null
  /** Counts the drops. Read it before a page's data is loaded. */
  drops(): number
  /** Caches a page, unless something was dropped since `dropsBefore`: it may have been rendered from older data. */
  keep(key: string, document: PageDocument, shown: ShownOnPage, dropsBefore: number, now: Date): void
  drop(id: string): void
  clear(): void
}

/** Rendered pages in memory; the least recently used goes first when there are too many. */
export function createPageCache(maxBytes: number = MAX_BYTES): PageCache {
  // A Map keeps the order of insertion: the first is the least recently used.
  const kept = new Map<string, Kept>()
  let keptBytes = 0
  let drops = 0

  function remove(key: string): void {
    const known = kept.get(key)
    if (!known) return
    keptBytes -= known.document.sizeBytes
    kept.delete(key)
  }

  return {
    find(key, now) {
      const found = kept.get(key)
      if (!found) return null
      const ageMs = now.getTime() - found.keptAtMs
      if (ageMs < 0 || ageMs > MAX_AGE_MS) {
        remove(key)
        return null
      }
      kept.delete(key)
      kept.set(key, found)
      return found.document
    },
    drops: () => drops,
    keep(key, document, shown, dropsBefore, now) {
      if (drops !== dropsBefore || document.sizeBytes > maxBytes) return
      remove(key)
      kept.set(key, { ...shown, document, keptAtMs: now.getTime() })
      keptBytes += document.sizeBytes
      for (const oldest of kept.keys()) {
        if (keptBytes <= maxBytes) break
        remove(oldest)
      }
    },
    drop(id) {
      drops += 1
      for (const [key, { ids, isListing }] of kept) if (isListing || ids.has(id)) remove(key)
    },
    clear() {
      drops += 1
      kept.clear()
      keptBytes = 0
    },
  }
}
