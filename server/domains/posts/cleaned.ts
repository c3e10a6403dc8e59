import { mediaIdsInText, pollIdsInText } from '#contract/posts/text-parts.ts'

import { isNestedTooDeep, sanitizePost } from './sanitize.ts'
import { type StoredHtml, storedHtml } from './stored-html.ts'

export interface CleanedPost {
  text: StoredHtml
  /** It contains nothing to read or to look at. */
  isEmpty: boolean
}

/** Cleans a stranger's HTML; null when tags are nested endlessly. */
export function cleanPost(html: string): CleanedPost | null {
  if (isNestedTooDeep(html)) return null
  const cleaned = sanitizePost(html)
  return {
    text: storedHtml(cleaned),
    isEmpty:
      !cleaned.includes('<img') &&
      mediaIdsInText(cleaned).length + pollIdsInText(cleaned).length === 0 &&
      !/\S/.test(cleaned.replace(/<[^<>]*>/g, '')),
  }
}
