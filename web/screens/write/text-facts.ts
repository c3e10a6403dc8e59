import { htmlOfBlocks } from '#web/features/writer/blocks/block-html.ts'
import type { EditorContent } from '#web/features/writer/blocks/blocks.ts'

/** About what the server reckons with. */
const WORDS_A_MINUTE = 220

/** How many words a text has, and how long reading them takes. */
export function lengthOf(content: EditorContent): { words: number; minutes: number } {
  const text = htmlOfBlocks(content).replace(/<[^<>]*>/g, ' ')
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return { words, minutes: Math.max(1, Math.round(words / WORDS_A_MINUTE)) }
}

/** The pictures that a text names. */
export function picturesIn({ blocks }: EditorContent): string[] {
  return blocks.flatMap(({ type, data: { mediaIds } }) =>
    type === 'pictures' && Array.isArray(mediaIds) ? mediaIds.map(String) : [],
  )
}

/** The same without pictures and polls: they belong to one post alone. */
export function withoutOwnParts(content: EditorContent): EditorContent {
  return { ...content, blocks: content.blocks.filter(({ type }) => type !== 'pictures' && type !== 'poll') }
}

/** What stands above the line for members; null: there is no line. */
export function aboveLine(content: EditorContent): EditorContent | null {
  const line = content.blocks.findIndex(({ type }) => type === 'paywall')
  return line === -1 ? null : { ...content, blocks: content.blocks.slice(0, line) }
}

/** The same without the line, which no reader sees. */
export function withoutLine(content: EditorContent): EditorContent {
  return { ...content, blocks: content.blocks.filter(({ type }) => type !== 'paywall') }
}
