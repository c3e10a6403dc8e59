import * as z from 'zod/mini'

import { postFailures } from '#contract/posts/failures.ts'
import { POST_CONTENT_MAX_BYTES, POST_HTML_MAX_BYTES } from '#contract/posts/limits.ts'
import { isStorable } from '#server/platform/db/storable.ts'
import { Failure } from '#server/platform/failure.ts'
import { ThreadFailed } from '#server/platform/thread.ts'

import { blocksAboveLine, editorContent, type EditorContent, renderBlocks } from './blocks.ts'
import { cleanApart } from './clean-apart.ts'
import type { CleanedPost } from './cleaned.ts'
import type { StoredHtml } from './stored-html.ts'

export interface PostContent {
  /** null: it was sent as HTML. */
  blocks: EditorContent | null
  text: StoredHtml
  /** What is above its line, for everyone; null: nothing. */
  open: StoredHtml | null
}

/**
 * A post's content (the editor's blocks, as an object or JSON, or HTML), as it is stored. Throws `content_too_long`,
 * `content_malformed`, `content_empty`. Call it before a transaction: a long post takes its time.
 */
export async function readContent(
  content: unknown,
  { mayBeEmpty = false }: { mayBeEmpty?: boolean } = {},
): Promise<PostContent> {
  refuseOver(POST_CONTENT_MAX_BYTES, typeof content === 'string' ? content : JSON.stringify(content))
  const sent =
    typeof content === 'string' && content.trimStart().startsWith('{') ? parseJson(content) : content
  const blocks = typeof sent === 'string' ? null : readBlocks(sent)
  const html = blocks === null ? String(sent) : renderBlocks(blocks)
  const cleaned = await clean(html)
  refuseOver(POST_HTML_MAX_BYTES, cleaned.text.html)
  if (cleaned.isEmpty && !mayBeEmpty) throw new Failure(postFailures.content_empty)
  return { blocks, text: cleaned.text, open: blocks === null ? null : await cleanAboveLine(blocks) }
}

/** The blocks of a draft, which may be empty. Throws `content_too_long`, `content_malformed`. */
export function readDraftBlocks(content: unknown): EditorContent {
  refuseOver(POST_CONTENT_MAX_BYTES, JSON.stringify(content))
  return readBlocks(content)
}

/** The text of a draft that is going out, as it is stored. Throws like {@link readContent}, but for `content_empty`. */
export async function cleanBlocks(blocks: EditorContent): Promise<CleanedPost & Pick<PostContent, 'open'>> {
  const cleaned = await clean(renderBlocks(blocks))
  refuseOver(POST_HTML_MAX_BYTES, cleaned.text.html)
  return { ...cleaned, open: await cleanAboveLine(blocks) }
}

/** A draft's text for those who only read it. Throws `content_too_long`, `content_malformed`, `busy`. */
export async function readableHtml(blocks: EditorContent): Promise<string> {
  const { text } = await clean(renderBlocks(blocks), { isForReading: true })
  refuseOver(POST_HTML_MAX_BYTES, text.html)
  return text.html
}

/** Cut from the blocks: a text that is cut as HTML could keep a piece of what it was cut from. */
async function cleanAboveLine(blocks: EditorContent): Promise<StoredHtml | null> {
  const above = blocksAboveLine(blocks)
  const cleaned = above && (await clean(renderBlocks(above)))
  return cleaned && !cleaned.isEmpty ? cleaned.text : null
}

function refuseOver(maxBytes: number, text: string): void {
  if (Buffer.byteLength(text) > maxBytes) throw new Failure(postFailures.content_too_long)
}

function readBlocks(sent: unknown): EditorContent {
  const parsed = z.safeParse(editorContent, sent)
  // Escapes in a JSON text are decoded only here; the decoded text wasn't checked before.
  if (!parsed.success || !isStorable(parsed.data)) throw new Failure(postFailures.content_malformed)
  return parsed.data
}

async function clean(html: string, options: Parameters<typeof cleanApart>[1] = {}): Promise<CleanedPost> {
  try {
    const cleaned = await cleanApart(html, options)
    if (cleaned !== null) return cleaned
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error
  }
  throw new Failure(postFailures.content_malformed)
}

/** Text that only looks like JSON is plain text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
