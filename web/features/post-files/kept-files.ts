import * as z from 'zod/mini'

/** A file of an unfinished post; kept in this browser until it is published or removed. */
const keptFile = z.object({
  /** null until the server has reserved space for it. */
  mediaId: z.nullable(z.string()),
  /* These three recognise the file when it is chosen again after a reload. */
  name: z.string(),
  sizeBytes: z.number(),
  modifiedMs: z.number(),
  /** The plans it is for; empty: everyone who can read the post. */
  planIds: z.array(z.string()),
})
export type KeptFile = z.infer<typeof keptFile>

function storageKey(key: string): string {
  return `post-files:${key.toLowerCase()}`
}

/** What is kept under a page's handle or a draft's id; empty when there is nothing that can be read. */
export function findKeptFiles(key: string): KeptFile[] {
  try {
    const parsed = z.safeParse(z.array(keptFile), JSON.parse(localStorage.getItem(storageKey(key)) ?? '[]'))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}

export function keepFiles(key: string, files: readonly KeptFile[]): void {
  const kept = files.map(({ mediaId, name, sizeBytes, modifiedMs, planIds }) => ({
    mediaId,
    name,
    sizeBytes,
    modifiedMs,
    planIds,
  }))
  try {
    if (kept.length === 0) localStorage.removeItem(storageKey(key))
    else localStorage.setItem(storageKey(key), JSON.stringify(kept))
  } catch {
    // Full or blocked: they last until the page is left, and the draft's own line says that nothing is saved.
  }
}
