import { Parser } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'

import { id } from '#contract/fields.ts'
import { PICTURES_PER_BLOCK } from '#contract/posts/limits.ts'

import { linkAddresses } from './link-addresses.ts'

/**
 * Raise it whenever the allowed HTML changes. HTML from an earlier version is cleaned again before anyone reads it, and
 * then stored (`stored-html.ts`).
 */
export const CLEANER_VERSION = 4

/** What every link in a post has. */
const LINK = { target: '_blank', rel: 'noopener noreferrer ugc' }
const LINK_ATTRIBUTES = `target="${LINK.target}" rel="${LINK.rel}"`

/** The HTML a post may contain. Everything else is removed. When you change it, raise {@link CLEANER_VERSION}. */
const RULES: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'hr',
    'a',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'mark',
    'sub',
    'sup',
    'span',
    'img',
    'figure',
    'figcaption',
  ],
  allowedAttributes: {
    a: ['href', 'class', 'target', 'rel'],
    img: ['src', 'alt', 'loading', 'referrerpolicy'],
    span: ['class'],
    ol: ['start'],
    figure: ['data-media', 'data-poll'],
  },
  allowedClasses: { a: ['link-card', 'post-button'], span: ['link-card-title', 'link-card-text'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'style',
    'script',
    'textarea',
    'option',
    'noscript',
    'title',
    'template',
    'iframe',
    'svg',
    'math',
  ],
  nestingLimit: 20,
  transformTags: {
    h1: 'h2',
    // Posts are written by strangers: their links open elsewhere, tell nothing, and lend no reputation.
    // The writer's target and rel are dropped first, so that a link is always written in the same order.
    a: (tagName, { target: _target, rel: _rel, ...attributes }) => ({
      tagName,
      attribs: { ...attributes, ...LINK },
    }),
    // Pictures and polls of the post: named by their ids alone.
    figure: (tagName, attributes) => {
      const poll = mediumId.safeParse(attributes['data-poll'])
      if (poll.success) return { tagName, attribs: { 'data-poll': poll.data } }
      const ids = mediaIdsOf(attributes['data-media'] ?? '')
      const attribs: Record<string, string> = ids === '' ? {} : { 'data-media': ids }
      return { tagName, attribs }
    },
    // Pictures of link cards come from other sites; they are loaded lazily and without a trace of our page.
    img: (tagName, attributes) => ({
      tagName,
      attribs: {
        src: attributes['src'] ?? '',
        alt: attributes['alt'] ?? '',
        loading: 'lazy',
        referrerpolicy: 'no-referrer',
      },
    }),
  },
}

const mediumId = id()

function mediaIdsOf(text: string): string {
  const ids = text.split(' ').flatMap((part) => mediumId.safeParse(part).data ?? [])
  return [...new Set(ids)].slice(0, PICTURES_PER_BLOCK).join(' ')
}

/** The part of an HTML text that is safe to show to anyone, with links where web addresses were typed. */
export function sanitizePost(html: string): string {
  return linkAddresses(sanitizeHtml(html, RULES).trim(), LINK_ATTRIBUTES)
}

/** The words of a post, without mark-up. */
export function textOfPost(html: string): string {
  return sanitizeHtml(html.replace(/<(?:br|\/p|\/li|\/pre|\/h\d|\/figcaption)[^<>]*>/gi, '$& '), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replace(/\s+/g, ' ')
    .trim()
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The same as plain text. */
export function wordsOf(html: string): string {
  return textOfPost(html).replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
}

/** Deeper than any editor nests. */
const NESTING_MAX = 200
/** How much is parsed before the depth is checked again, in characters. */
const PART_LENGTH = 4096

/**
 * Whether tags are nested endlessly. The parser's time grows with the square of that depth, so this is checked before
 * anything else is done with a stranger's HTML, and stops early.
 */
export function isNestedTooDeep(html: string): boolean {
  const nesting = { depth: 0, deepest: 0 }
  const parser = new Parser({
    onopentagname() {
      nesting.depth += 1
      nesting.deepest = Math.max(nesting.deepest, nesting.depth)
    },
    onclosetag() {
      nesting.depth -= 1
    },
  })
  for (let at = 0; at < html.length; at += PART_LENGTH) {
    parser.write(html.slice(at, at + PART_LENGTH))
    if (nesting.deepest > NESTING_MAX) return true
  }
  return false
}
