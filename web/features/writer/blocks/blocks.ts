import * as z from 'zod/mini'

import { POST_BLOCKS_MAX, POST_CONTENT_MAX_BYTES } from '#contract/posts/limits.ts'

/** A post as it is sent and stored: when it was written, its blocks, and the version of their format. */
export const editorContent = z.object({
  time: z.optional(z.number()),
  version: z.optional(z.string()),
  blocks: z.array(
    z.object({
      id: z.optional(z.string()),
      type: z.string(),
      data: z.record(z.string(), z.unknown()),
      tunes: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
})
export type EditorContent = z.infer<typeof editorContent>

/** Whether there is anything to publish: some text, or a link that is not blank. */
export function hasContent(content: EditorContent | null): boolean {
  return content?.blocks.some(({ data }) => hasText(data)) ?? false
}

function hasText(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasText)
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<string, unknown> = { ...value }
  return (
    [fields['text'], fields['content'], fields['code'], fields['link'], fields['pollId']].some(
      (text) => typeof text === 'string' && !isBlank(text),
    ) || hasText(fields['items'])
  )
}

/** With a plain text below it: each line is a paragraph. */
export function withText(content: EditorContent, text: string): EditorContent {
  const lines = text.trim() === '' ? [] : text.split('\n')
  const added = lines.map((line) => ({ type: 'paragraph', data: { text: escapeHtml(line) } }))
  return { ...content, blocks: [...content.blocks, ...added] }
}

/** Text as HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const encoder = new TextEncoder()

/** Whether the server would refuse it for its length; checked before anything is sent. */
export function isTooLong(content: EditorContent): boolean {
  return (
    content.blocks.length > POST_BLOCKS_MAX ||
    encoder.encode(JSON.stringify(content)).length > POST_CONTENT_MAX_BYTES
  )
}

/** The editor leaves tags and hard spaces behind where text was deleted. */
function isBlank(html: string): boolean {
  return html.replace(/<[^<>]*>|&nbsp;|\s/g, '') === ''
}
