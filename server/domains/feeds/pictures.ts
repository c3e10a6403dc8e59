import { mediaIdsInText, partsOfText } from '#contract/posts/text-parts.ts'
import { findMedia, presentPlayback } from '#server/domains/media/service.ts'
import { escapeXml } from '#server/platform/pages/sitemap.ts'
import type { Platform } from '#server/platform/platform.ts'

interface Text {
  html: string
  /** Everyone may see its pictures: a feed's reader sends no cookie that would tell who asks. */
  isPublic: boolean
}

/** Texts as feeds carry them: pictures with their address where everyone may see them, and left out elsewhere. */
export async function withPictures<Item extends Text>(
  { database, config, secretKey, clock }: Platform,
  items: readonly Item[],
): Promise<Item[]> {
  const ids = items.flatMap(({ html, isPublic }) => (isPublic ? mediaIdsInText(html) : []))
  const media = await findMedia(database.db, ids)
  const everyone = { viewerId: null, entitlement: 'everyone' as const, secretKey, now: clock.now() }
  function picture(id: string): string {
    const medium = media.get(id)
    if (medium?.row.kind !== 'image') return ''
    const { src, alt, widthPx, heightPx } = presentPlayback(medium.row, medium.renditions, everyone)
    if (src === null) return ''
    const size = widthPx === null || heightPx === null ? '' : ` width="${widthPx}" height="${heightPx}"`
    return `<img src="${escapeXml(config.publicUrl + src)}" alt="${escapeXml(alt)}"${size}/>`
  }
  return items.map((item) => ({
    ...item,
    html: partsOfText(item.html)
      .map((part) => {
        if (part.kind === 'words') return part.html
        // Votes are given on the page.
        if (part.kind === 'poll') return ''
        const pictures = item.isPublic ? part.mediaIds.map(picture).join('') : ''
        if (pictures === '') return ''
        return `<figure>${pictures}${part.captionHtml && `<figcaption>${part.captionHtml}</figcaption>`}</figure>`
      })
      .join(''),
  }))
}
