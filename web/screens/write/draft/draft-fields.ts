import type { InputOf, OutputOf } from '#contract/http/route.ts'
import { embedOf } from '#contract/media/embeds.ts'
import type { getDraft, saveDraft } from '#contract/posts/calls.ts'
import { type EditorContent, editorContent } from '#web/features/writer/blocks/blocks.ts'

export type Draft = OutputOf<typeof getDraft>
export type Steps = Draft['audience']

/** What a creator changes in a draft, as the page holds it. */
export interface DraftFields {
  title: string
  content: EditorContent
  audience: Steps
  mediaIds: readonly string[]
  files: readonly { mediaId: string; planIds: string[] }[]
  /** As typed; only a known provider's link is saved. */
  videoLink: string
  teaser: string
  coverId: string | null
  isMailed: boolean
}

export function fieldsOf(draft: Draft): DraftFields {
  return {
    title: draft.title ?? '',
    content: editorContent.parse(draft.content),
    audience: draft.audience,
    mediaIds: draft.media.map(({ _id }) => _id),
    files: draft.files.map(({ _id, planIds }) => ({ mediaId: _id, planIds })),
    videoLink: draft.videoLink ?? '',
    teaser: draft.teaser ?? '',
    coverId: draft.cover?._id ?? null,
    isMailed: draft.isMailed,
  }
}

/** A draft's fields as the saving call takes them. */
export function inputOf(
  fields: DraftFields,
  { id, revision, host }: { id: string; revision: number; host: string },
): InputOf<typeof saveDraft> {
  const { content, audience, mediaIds, files, coverId, isMailed } = fields
  const videoLink = fields.videoLink.trim()
  return {
    id,
    revision,
    title: fields.title.trim() || null,
    content,
    audience: [...audience],
    mediaIds: [...mediaIds],
    files: [...files],
    videoLink: embedOf(videoLink, host) ? videoLink : null,
    teaser: fields.teaser.trim() || null,
    coverId,
    isMailed,
  }
}

/** Whether nothing was ever put into it. */
export function isBlank({
  title,
  content,
  mediaIds,
  files,
  videoLink,
  teaser,
  coverId,
}: DraftFields): boolean {
  const texts = [title, videoLink, teaser].join('').trim()
  return texts === '' && content.blocks.length + mediaIds.length + files.length === 0 && coverId === null
}

/** Whether two drafts say the same, wherever they come from. */
export function isSame(one: DraftFields, other: DraftFields): boolean {
  return textOf(one) === textOf(other)
}

function textOf({ content, title, teaser, videoLink, ...rest }: DraftFields): string {
  const trimmed = { title: title.trim(), teaser: teaser.trim(), videoLink: videoLink.trim() }
  const blocks = content.blocks.map(({ type, data }) => ({ type, data }))
  return JSON.stringify({ ...rest, ...trimmed, blocks }, inOrder)
}

/** The order of a stored object's fields says nothing. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
