export interface HeadFacts {
  /** As it stands in the tab. */
  title: string
  description: string
  /** Absolute. */
  canonicalUrl: string
  /** Absolute; null: the page is shared without a picture. */
  imageUrl: string | null
  /** A picture that looks right at 1200 × 630, not an avatar. */
  isImageWide: boolean
  type: 'website' | 'profile'
  isAdultContent: boolean
}

/** The page's own part of <head>, as HTML: what search engines and shared links show. */
export function headTags(facts: HeadFacts): string {
  const { title, description, canonicalUrl, imageUrl, isImageWide, type, isAdultContent } = facts
  return [
    `<title>${escapeHtml(title)}</title>`,
    named('description', description),
    `<link rel="canonical" href="${escapeHtml(canonicalUrl)}" />`,
    property('og:site_name', 'Cheers'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', canonicalUrl),
    property('og:type', type),
    imageUrl && property('og:image', imageUrl),
    named('twitter:card', imageUrl && isImageWide ? 'summary_large_image' : 'summary'),
    isAdultContent && named('rating', 'adult'),
  ]
    .filter(Boolean)
    .join('\n    ')
}

/** Tells the browser's side that the server answered 404, so that it hydrates the same page. */
const MISSING_PAGE_MARK = { name: 'page-status', content: '404' }

/** The head of a page that is not there. It has no address to remember. */
export function missingPageHeadTags(title: string): string {
  return [
    `<title>${escapeHtml(title)}</title>`,
    named('robots', 'noindex'),
    named(MISSING_PAGE_MARK.name, MISSING_PAGE_MARK.content),
  ].join('\n    ')
}

/** Whether this page's head was made by {@link missingPageHeadTags}. */
export function isMissingPage(head: ParentNode): boolean {
  return head.querySelector(`meta[name="${MISSING_PAGE_MARK.name}"]`) !== null
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}" />`
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}" />`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
