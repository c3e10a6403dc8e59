import * as z from 'zod/mini'

import { audienceSteps } from '#contract/audiences/steps.ts'
import { editorContent } from '#web/features/writer/blocks/blocks.ts'

import type { DraftFields } from './draft-fields.ts'

const copy = z.object({
  revision: z.number(),
  fields: z.object({
    title: z.string(),
    content: editorContent,
    audience: audienceSteps,
    mediaIds: z.array(z.string()),
    /** Missing in copies from before drafts had files. */
    files: z.optional(z.array(z.object({ mediaId: z.string(), planIds: z.array(z.string()) }))),
    videoLink: z.string(),
    teaser: z.string(),
    coverId: z.nullable(z.string()),
    isMailed: z.boolean(),
  }),
})
export type LocalCopy = { revision: number; fields: DraftFields }

function storageKey(draftId: string): string {
  return `post-writing:${draftId}`
}

/** What this browser holds of a draft that the server hasn't been given; null: nothing. `saved`: what the server has. */
export function findLocalCopy(draftId: string, saved: Pick<DraftFields, 'files'>): LocalCopy | null {
  try {
    const parsed = z.safeParse(copy, JSON.parse(localStorage.getItem(storageKey(draftId)) ?? 'null'))
    if (!parsed.success) return null
    const { revision, fields } = parsed.data
    return { revision, fields: { ...fields, files: fields.files ?? saved.files } }
  } catch {
    return null
  }
}

/** Keeps a copy until the server has it; null forgets it. */
export function keepLocalCopy(draftId: string, kept: LocalCopy | null): void {
  try {
    if (kept === null) localStorage.removeItem(storageKey(draftId))
    else localStorage.setItem(storageKey(draftId), JSON.stringify(kept))
  } catch {
    // Full or blocked: the server has it three seconds later, or the page says that it hasn't.
  }
}
