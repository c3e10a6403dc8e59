import { isNestedTooDeep, sanitizePost } from './sanitize.ts'
import { type StoredHtml, storedHtml } from './stored-html.ts'

export interface CleanedPost {
  text: StoredHtml
  /** There is nothing in it to read or to look at. */
  isEmpty: boolean
}

/** What becomes of a stranger's HTML; null when tags stand within tags without end. */
export function cleanPost(html: string): CleanedPost | null {
  if (isNestedTooDeep(html)) return null
  const cleaned = sanitizePost(html)
  return {
    text: storedHtml(cleaned),
    isEmpty: !cleaned.includes('<img') && !/\S/.test(cleaned.replace(/<[^<>]*>/g, '')),
  }
}
