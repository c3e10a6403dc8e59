import { pageHeadTexts as texts } from './messages.ts'

export interface HeadFacts {
  /** As shown in the tab. */
  title: string
  description: string
  /** Absolute. */
  canonicalUrl: string
  /** 1200 × 630, with an absolute address; null: the page is shared without a picture. */
  image: { url: string; alt: string } | null
  type: 'website' | 'profile' | 'article'
  isAdultContent: boolean
  /** Search engines may list it. */
  isIndexed: boolean
  /** Absolute address of the page's feed. */
  feedUrl: string | null
  /** A machine-readable description of the page: schema.org as JSON-LD. */
  structuredData: object | null
}

/** The size of every shared picture, in pixels. */
const IMAGE_WIDTH_PX = 1200
const IMAGE_HEIGHT_PX = 630

/** The page's own part of <head>, as HTML, for search engines and shared links. */
export function headTags(facts: HeadFacts): string {
  const {
    title,
    description,
    canonicalUrl,
    image,
    type,
    isAdultContent,
    isIndexed,
    feedUrl,
    structuredData,
  } = facts
  return [
    `<title>${escapeHtml(title)}</title>`,
    named('description', description),
    `<link rel="canonical" href="${escapeHtml(canonicalUrl)}" />`,
    property('og:site_name', texts.productName),
    property('og:title', title),
    property('og:description', description),
    property('og:url', canonicalUrl),
    property('og:type', type),
    ...(image
      ? [
          property('og:image', image.url),
          property('og:image:width', String(IMAGE_WIDTH_PX)),
          property('og:image:height', String(IMAGE_HEIGHT_PX)),
          property('og:image:alt', image.alt),
        ]
      : []),
    named('twitter:card', image ? 'summary_large_image' : 'summary'),
    named('twitter:title', title),
    named('twitter:description', description),
    ...(image ? [named('twitter:image', image.url), named('twitter:image:alt', image.alt)] : []),
    isAdultContent && named('rating', 'adult'),
    !isIndexed && named('robots', 'noindex'),
    feedUrl &&
      `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(title)}" href="${escapeHtml(feedUrl)}" />`,
    structuredData && jsonLd(structuredData),
  ]
    .filter(Boolean)
    .join('\n    ')
}

/** Tells the browser's side that the server answered 404, so that it hydrates the same page. */
const MISSING_PAGE_MARK = { name: 'page-status', content: '404' }

/** The head of a missing page. It has no canonical address. */
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

/** A data block, which no browser runs. `<` would let a name close the element. */
function jsonLd(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`
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
