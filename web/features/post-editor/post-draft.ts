import * as z from 'zod/mini'

import { draftSteps } from '#contract/audiences/draft-steps.ts'

import { editorContent } from '#web/features/writer/blocks/blocks.ts'

/** An unfinished post; kept in this browser until it is published or discarded. */
const postDraft = z.object({
  content: editorContent,
  /** Empty: free for everyone. */
  planId: z.string(),
  /** Chosen in more detail, in place of `planId`. */
  audience: z.optional(z.nullable(draftSteps)),
})
export type PostDraft = z.infer<typeof postDraft>

function storageKey(pageHandle: string): string {
  return `post-draft:${pageHandle.toLowerCase()}`
}

/** A page's draft, or null when there is none that can be read. */
export function findDraft(pageHandle: string): PostDraft | null {
  const stored = localStorage.getItem(storageKey(pageHandle))
  if (stored === null) return null
  try {
    const parsed = z.safeParse(postDraft, JSON.parse(stored))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** False when the browser's storage is full or blocked: the user must know that nothing is saved. */
export function saveDraft(pageHandle: string, draft: PostDraft): boolean {
  try {
    localStorage.setItem(storageKey(pageHandle), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function discardDraft(pageHandle: string): void {
  localStorage.removeItem(storageKey(pageHandle))
}
