import { Parser } from 'htmlparser2'

import { escapeHtml } from './block-html.ts'
import { inlineTagsOf, isMarker, wordListOf } from './paste-styles.ts'

/** One piece of a pasted text: a paragraph, a heading, a line of a list. */
interface Piece {
  tag: string
  html: string
  /** How deep in lists it stands; 0: in none. */
  depth: number
  isOrdered: boolean
  inQuote: boolean
}

interface OpenTag {
  name: string
  inline: readonly string[]
  /** Nothing in it is kept: styles, scripts, Word's own marks. */
  isDropped: boolean
  isMarker: boolean
}

const DROPPED = new Set([
  'style',
  'script',
  'head',
  'title',
  'meta',
  'link',
  'xml',
  'template',
  'svg',
  'object',
  'iframe',
])
const HEADINGS: Readonly<Record<string, string>> = {
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h4',
  h5: 'h4',
  h6: 'h4',
}
const BLOCKS = new Set([
  'p',
  'div',
  'li',
  'td',
  'th',
  'tr',
  'section',
  'article',
  'header',
  'footer',
  'dt',
  'dd',
])
const VOID = new Set(['br', 'hr', 'img', 'meta', 'link', 'col', 'input', 'wbr'])

/**
 * The part of a pasted HTML that a post can hold: paragraphs, headings, lists, quotes, code, links, bold and italic.
 * Styles, classes, comments and pictures of other sites are gone; bold and italic that Google Docs writes as styles,
 * and the lists that Word writes as indented paragraphs, become what they look like.
 */
export function cleanPasted(html: string): string {
  const pieces: Piece[] = []
  const open: OpenTag[] = []
  const lists: boolean[] = []
  let piece: Piece | null = null
  let quotes = 0
  let code: string | null = null
  let marker = ''

  function openInline(): string {
    return open.flatMap(({ inline }) => inline).join('')
  }
  function closeInline(): string {
    const names = open.flatMap(({ inline }) => inline.map((tag) => /^<(\w+)/.exec(tag)?.[1] ?? ''))
    return names
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  }
  function begin(tag: string, list = { depth: lists.length, isOrdered: lists.at(-1) === true }): void {
    end()
    piece = { tag, html: openInline(), ...list, inQuote: quotes > 0 }
  }
  function end(): void {
    if (piece !== null) pieces.push({ ...piece, html: piece.html + closeInline() })
    piece = null
  }
  function add(text: string): void {
    if (piece === null) begin('p')
    if (piece !== null) piece.html += text
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      const style = attributes['style'] ?? ''
      const outer = open.at(-1)
      const isDropped = outer?.isDropped === true || DROPPED.has(name) || name === 'o:p'
      if (!VOID.has(name))
        open.push({ name, inline: [], isDropped, isMarker: outer?.isMarker === true || isMarker(style) })
      if (isDropped) return
      if (name === 'ul' || name === 'ol') {
        end()
        lists.push(name === 'ol')
      } else if (name === 'blockquote') {
        end()
        quotes += 1
      } else if (name === 'pre') {
        end()
        code = ''
      } else if (name === 'hr') {
        end()
        pieces.push({ tag: 'hr', html: '', depth: 0, isOrdered: false, inQuote: false })
      } else if (name === 'br') {
        if (code !== null) code += '\n'
        else if (piece !== null) piece.html += '<br>'
      } else if (HEADINGS[name] !== undefined) {
        begin(HEADINGS[name], { depth: 0, isOrdered: false })
      } else if (BLOCKS.has(name)) {
        const wordDepth = wordListOf(style)
        marker = ''
        if (wordDepth > 0) begin('p', { depth: wordDepth, isOrdered: false })
        // What a list's line begins with stands in that line.
        else if (name === 'li' || piece === null || piece.html.replace(/<[^<>]*>/g, '').trim() !== '')
          begin('p')
      } else {
        const inline = inlineTagsOf(name, attributes)
        if (inline.length > 0) {
          if (piece !== null) piece.html += inline.join('')
          const top = open.at(-1)
          if (top) open[open.length - 1] = { ...top, inline }
        }
      }
    },
    ontext(text) {
      const top = open.at(-1)
      if (top?.isDropped) return
      if (top?.isMarker) {
        marker += text
        return
      }
      if (code !== null) code += text
      else {
        if (marker.trim() !== '' && piece !== null) {
          piece.isOrdered = /^[\s(]*(?:\d|[a-z]{1,4}[.)])/i.test(marker)
          marker = ''
        }
        const words = text.replace(/[\s\u00A0]+/g, ' ')
        if (piece !== null || words !== ' ') add(escapeHtml(words))
      }
    },
    onclosetag(name) {
      if (VOID.has(name)) return
      const top = open.pop()
      if (top === undefined || top.isDropped) return
      if (name === 'ul' || name === 'ol') {
        end()
        lists.pop()
      } else if (name === 'blockquote') {
        end()
        quotes -= 1
      } else if (name === 'pre') {
        if (code !== null) {
          const whole = `<code>${escapeHtml(code.replace(/\n$/, ''))}</code>`
          pieces.push({ tag: 'pre', html: whole, depth: 0, isOrdered: false, inQuote: false })
        }
        code = null
      } else if (HEADINGS[name] !== undefined || BLOCKS.has(name)) end()
      else if (piece !== null)
        piece.html += top.inline
          .toReversed()
          .map((tag) => `</${/^<(\w+)/.exec(tag)?.[1] ?? ''}>`)
          .join('')
    },
  })
  parser.write(html)
  parser.end()
  end()
  return piecesHtml(pieces)
}

/** Pieces as HTML: neighbours of a list or a quote share one. */
function piecesHtml(pieces: readonly Piece[]): string {
  let html = ''
  const lists: string[] = []
  let isQuote = false
  const closeTo = (depth: number) => {
    while (lists.length > depth) html += `</li></${lists.pop()}>`
  }
  for (const piece of pieces) {
    const text = trimmed(piece.html)
    if (piece.tag !== 'hr' && text.replace(/<[^<>]*>/g, '').trim() === '') continue
    const tag = piece.isOrdered ? 'ol' : 'ul'
    // A list changes from bullets to numbers: another list.
    if (piece.depth > 0 && lists.length >= piece.depth && lists[piece.depth - 1] !== tag)
      closeTo(piece.depth - 1)
    if (lists.length > piece.depth) closeTo(piece.depth)
    if (isQuote && !piece.inQuote) html += '</blockquote>'
    if (!isQuote && piece.inQuote) html += '<blockquote>'
    isQuote = piece.inQuote
    if (piece.depth === 0) {
      html += piece.tag === 'hr' ? '<hr>' : `<${piece.tag}>${text}</${piece.tag}>`
      continue
    }
    if (lists.length === piece.depth) html += '</li>'
    while (lists.length < piece.depth) {
      html += lists.length + 1 < piece.depth ? `<${tag}><li>` : `<${tag}>`
      lists.push(tag)
    }
    html += `<li><p>${text}</p>`
  }
  closeTo(0)
  return isQuote ? `${html}</blockquote>` : html
}

/** Without line breaks and empty tags at its ends. */
function trimmed(html: string): string {
  let text = html.trim()
  while (text.endsWith('<br>')) text = text.slice(0, -4).trimEnd()
  return text
}
