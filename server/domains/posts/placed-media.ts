import { mediaIdsInText } from '#contract/posts/text-parts.ts'

import type { PlacedMedium } from './placed-media-queries.ts'
import type { StoredHtml } from './stored-html.ts'

/** Where the media of a post stand, which its text says. */
export function placeMedia(
  mediaIds: readonly string[],
  { text, open }: { text: StoredHtml; open: StoredHtml | null },
): PlacedMedium[] {
  const placed = new Set(mediaIdsInText(text.html))
  const above = new Set(open === null ? [] : mediaIdsInText(open.html))
  return mediaIds.map((mediaId) => ({ mediaId, isPlaced: placed.has(mediaId), isOpen: above.has(mediaId) }))
}
