import * as z from 'zod/mini'

import { mediumKind } from '#contract/media/rules.ts'

/** The attachment of an unfinished post; kept in this browser until it is published or removed. */
const attachment = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('file'),
    kind: mediumKind,
    /** null until the server has reserved space for it. */
    mediaId: z.nullable(z.string()),
    /* These three recognise the file when it is chosen again after a reload. */
    fileName: z.string(),
    sizeBytes: z.number(),
    modifiedMs: z.number(),
    alt: z.string(),
  }),
  z.object({ type: z.literal('link'), url: z.string() }),
])
export type Attachment = z.infer<typeof attachment>
export type AttachedFile = Extract<Attachment, { type: 'file' }>

function storageKey(pageHandle: string): string {
  return `post-attachment:${pageHandle.toLowerCase()}`
}

/** The attachment of a page's draft, or null when there is none that can be read. */
export function findAttachment(pageHandle: string): Attachment | null {
  try {
    const parsed = z.safeParse(attachment, JSON.parse(localStorage.getItem(storageKey(pageHandle)) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

export function saveAttachment(pageHandle: string, attached: Attachment | null): void {
  try {
    if (attached === null) localStorage.removeItem(storageKey(pageHandle))
    else localStorage.setItem(storageKey(pageHandle), JSON.stringify(attached))
  } catch {
    // Full or blocked: it lasts until the page is left, and the draft's own line says that nothing is saved.
  }
}

/** Whether a chosen file is the one whose upload was started earlier. */
export function isSameFile(known: AttachedFile, file: File): boolean {
  return (
    known.fileName === file.name && known.sizeBytes === file.size && known.modifiedMs === file.lastModified
  )
}
