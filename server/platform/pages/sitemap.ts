/* Sitemaps as defined at sitemaps.org/protocol.html; a file may hold 50 000 addresses. */

export function urlSet(entries: readonly { loc: string; lastModified?: Date }[]): string {
  const urls = entries.map(
    ({ loc, lastModified }) =>
      `<url><loc>${escapeXml(loc)}</loc>${lastModified ? `<lastmod>${lastModified.toISOString()}</lastmod>` : ''}</url>`,
  )
  return `${DECLARATION}<urlset ${NAMESPACE}>\n${urls.join('\n')}\n</urlset>\n`
}

export function sitemapIndex(locations: readonly string[]): string {
  const sitemaps = locations.map((loc) => `<sitemap><loc>${escapeXml(loc)}</loc></sitemap>`)
  return `${DECLARATION}<sitemapindex ${NAMESPACE}>\n${sitemaps.join('\n')}\n</sitemapindex>\n`
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Characters that XML 1.0 has no way to write, escaped or not, are left out. */
export function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  )
}
