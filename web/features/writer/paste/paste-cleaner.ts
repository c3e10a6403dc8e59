import { Parser } from 'htmlparser2'

import { escapeHtml } from '../blocks/blocks.ts'

import { emojiOf, inlineTagsOf, isMarker, whiteSpaceOf, type WhiteSpace, wordListOf } from './paste-styles.ts'

/** One piece of a pasted text: a paragraph, a heading, a line of a list. */
interface Piece {
  tag: string
  html: string
  /** How deep in lists it stands; 0: in none. */
  depth: number
  isOrdered: boolean
  /** What its list begins to count with. */
  start: number
  inQuote: boolean
}

/** A list that is open. */
interface OpenList {
  isOrdered: boolean
  start: number
}

interface OpenTag {
  name: string
  inline: readonly string[]
  /** Nothing in it is kept: styles, scripts, Word's own marks. */
  isDropped: boolean
  isMarker: boolean
  whiteSpace: WhiteSpace
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
/** What HTML counts as white space. */
const SPACES = new Set(' \t\r\n\f')
const NO_LIST: OpenList = { isOrdered: false, start: 1 }
const VOID = new Set(['br', 'hr', 'img', 'meta', 'link', 'col', 'input', 'wbr'])

/**
 * The part of a pasted HTML that a post can hold: paragraphs, headings, lists, quotes, code, links, bold and italic.
 * Styles, classes, comments and pictures of other sites are gone; bold and italic that Google Docs writes as styles,
 * and the lists that Word writes as indented paragraphs, become what they look like.
 */
export function cleanPasted(html: string): string {
  const pieces: Piece[] = []
  const open: OpenTag[] = []
  const lists: OpenList[] = []
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
  function begin(tag: string, list = lists.at(-1) ?? NO_LIST, depth = lists.length): void {
    end()
    piece = { tag, html: openInline(), depth, ...list, inQuote: quotes > 0 }
  }
  function end(): void {
    if (piece !== null) pieces.push({ ...piece, html: piece.html + closeInline() })
    piece = null
  }
  function add(text: string): void {
    if (piece === null) begin('p')
    if (piece !== null) piece.html += text
  }
  /** Text whose line breaks and indents are meant: an empty line begins another paragraph. */
  function addPreserved(text: string): void {
    for (const part of text.split(/(\n(?:[ \u00A0]*\n)*)/)) {
      if (!part.startsWith('\n')) {
        if (part !== '') add(escapeHtml(part))
      } else if (piece !== null) {
        if (part !== '\n' && piece.tag === 'p' && piece.depth === 0) begin('p')
        else piece.html += part === '\n' ? '<br>' : '<br><br>'
      }
    }
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      const style = attributes['style'] ?? ''
      const outer = open.at(-1)
      const isDropped = outer?.isDropped === true || DROPPED.has(name) || name === 'o:p'
      const whiteSpace = whiteSpaceOf(name, style) ?? outer?.whiteSpace ?? 'collapse'
      if (!VOID.has(name))
        open.push({
          name,
          inline: [],
          isDropped,
          isMarker: outer?.isMarker === true || isMarker(style),
          whiteSpace,
        })
      if (isDropped) return
      if (name === 'ul' || name === 'ol') {
        end()
        lists.push({ isOrdered: name === 'ol', start: wholeNumber(attributes['start']) ?? 1 })
      } else if (name === 'blockquote') {
        end()
        quotes += 1
      } else if (name === 'pre') {
        end()
        code = ''
      } else if (name === 'hr') {
        end()
        pieces.push(pieceOf('hr', ''))
      } else if (name === 'br') {
        if (code !== null) code += '\n'
        else if (piece !== null) piece.html += '<br>'
      } else if (name === 'img') {
        const emoji = emojiOf(attributes['alt'] ?? '')
        if (code !== null) code += emoji
        else if (emoji !== '') add(emoji)
      } else if (HEADINGS[name] !== undefined) {
        begin(HEADINGS[name], NO_LIST, 0)
      } else if (BLOCKS.has(name)) {
        const wordDepth = wordListOf(style)
        marker = ''
        if (wordDepth > 0) begin('p', NO_LIST, wordDepth)
        // What a list's line begins with stands in that line.
        else if (name === 'li' || piece === null || trimSpaces(piece.html.replace(/<[^<>]*>/g, '')) !== '')
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
          piece.start = wholeNumber(/\d+/.exec(marker)?.[0]) ?? 1
          marker = ''
        }
        if (top?.whiteSpace === 'preserve') return addPreserved(withHardSpaces(text))
        const lines = text.replace(/[ \t\r\f]+/g, ' ')
        if (top?.whiteSpace === 'lines') return addPreserved(lines)
        const words = lines.replace(/ ?\n[ \n]*/g, ' ')
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
          pieces.push(pieceOf('pre', whole))
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

function pieceOf(tag: 'hr' | 'pre', html: string): Piece {
  return { tag, html, depth: 0, isOrdered: false, start: 1, inQuote: false }
}

/** What an attribute such as `start` says; null: nothing that counts. */
function wholeNumber(written: string | undefined): number | null {
  return written !== undefined && /^\d{1,9}$/.test(written.trim()) ? Number(written) : null
}

/** Preserved spaces, as the spaces that no later step takes for mark-up's: two or more, and those that begin a line. */
function withHardSpaces(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', '    ')
    .replace(/(?<=\n) | (?= )/g, '\u00A0')
}

/** Without the blanks at its ends that HTML passes over. No-break and wide spaces are there to be seen. */
function trimSpaces(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && SPACES.has(text.charAt(start))) start += 1
  while (end > start && SPACES.has(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
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
      const opened = tag === 'ol' && piece.start !== 1 ? `<ol start="${piece.start}">` : `<${tag}>`
      html += lists.length + 1 < piece.depth ? `<${tag}><li>` : opened
      lists.push(tag)
    }
    html += `<li><p>${text}</p>`
  }
  closeTo(0)
  return isQuote ? `${html}</blockquote>` : html
}

/** Without line breaks at its ends. */
function trimmed(html: string): string {
  let text = trimSpaces(html)
  while (text.startsWith('<br>')) text = trimSpaces(text.slice(4))
  while (text.endsWith('<br>')) text = trimSpaces(text.slice(0, -4))
  return text
}
