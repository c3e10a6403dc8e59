import { Parser } from 'htmlparser2'

import { EXCERPT_MAX_BYTES } from '#contract/posts/limits.ts'

import { cutText } from './cut-text.ts'

const ELLIPSIS = '…'
const VOID_TAGS = new Set(['br', 'hr', 'img'])
const WHOLE_TAGS = new Set(['a', 'figure'])
/** Where text may not appear directly. */
const LIST_TAGS = new Set(['ul', 'ol'])
/** Any other opening tag loses its attributes; only links and pictures need theirs. */
const PLAIN_TAG_MAX_LENGTH = 100
/** How much is parsed before we check whether the excerpt is full, in characters. */
const PART_LENGTH = 4096

interface OpenTag {
  name: string
  /** Where its opening tag begins in the output. */
  at: number
  hasContent: boolean
}

/** A link, or pictures with their caption: it fits, or isn't there. */
interface Whole {
  name: string
  /** How many of the same name are open in it. */
  depth: number
  html: string
  words: string
}

/**
 * The beginning of a cleaned post, of at most {@link EXCERPT_MAX_BYTES}: whole words, whole links and pictures, every
 * tag closed. Null when the post is no longer than that.
 */
export function excerptOf(html: string): string | null {
  if (Buffer.byteLength(html) <= EXCERPT_MAX_BYTES) return null
  const excerpt = startExcerpt()
  const parser = new Parser(
    {
      onopentag: (name, _, isImplied) =>
        excerpt.open(name, isImplied ? `<${name}>` : html.slice(parser.startIndex, parser.endIndex + 1)),
      onclosetag: (name) => excerpt.close(name),
      ontext: (text) => excerpt.addText(text),
    },
    // Entities stay undecoded: the excerpt is cut from HTML.
    { decodeEntities: false },
  )
  for (let at = 0; at < html.length && !excerpt.isFull(); at += PART_LENGTH)
    parser.write(html.slice(at, at + PART_LENGTH))
  if (!excerpt.isFull()) parser.end()
  return excerpt.end()
}

function startExcerpt() {
  let written = ''
  let bytes = 0
  /** The bytes needed to close the open tags. */
  let closingBytes = 0
  /** Where the last visible thing ends. */
  let contentEnd = 0
  let isFull = false
  let text = ''
  let whole: Whole | null = null
  const openTags: OpenTag[] = []

  function room(): number {
    return EXCERPT_MAX_BYTES - bytes - closingBytes - Buffer.byteLength(ELLIPSIS)
  }

  function write(html: string): void {
    written += html
    bytes += Buffer.byteLength(html)
  }

  function writeContent(html: string): void {
    write(html)
    contentEnd = written.length
    for (const tag of openTags) tag.hasContent = true
  }

  function takeBack(length: number): void {
    written = written.slice(0, length)
    bytes = Buffer.byteLength(written)
  }

  /** Nothing more fits. A cut in the middle of a sentence is marked. */
  function fill(): void {
    isFull = true
    const innermost = openTags.at(-1)
    if (!innermost?.hasContent || LIST_TAGS.has(innermost.name)) return
    takeBack(written.slice(0, contentEnd).trimEnd().length)
    writeContent(ELLIPSIS)
  }

  function cut(words: string): void {
    const kept = cutText(words, room())
    if (kept !== '') writeContent(kept)
    fill()
  }

  /** Something indivisible: it fits, or the excerpt ends. One too large for any excerpt is left out. */
  function writeWhole(html: string): void {
    if (Buffer.byteLength(html) <= room()) writeContent(html)
    else if (contentEnd > 0) fill()
  }

  function flushText(): void {
    const run = text
    text = ''
    if (run === '' || isFull) return
    if (!/\S/.test(run)) {
      // Space before anything visible, or more than fits, isn't worth its bytes.
      if (contentEnd > 0 && run.length <= room()) write(run)
    } else if (Buffer.byteLength(run) <= room()) writeContent(run)
    else cut(run)
  }

  function endWhole({ html, words }: Whole): void {
    const canStandAlone = Buffer.byteLength(html) <= EXCERPT_MAX_BYTES / 2
    if (canStandAlone || contentEnd > 0) writeWhole(html)
    // A link that would fill the excerpt alone: its words, without it.
    else if (/\S/.test(words)) cut(words)
  }

  return {
    isFull: () => isFull,

    addText(part: string): void {
      if (isFull) return
      if (whole === null) {
        text += part
        // The run is cut anyway: its end isn't needed.
        if (text.length > EXCERPT_MAX_BYTES + PART_LENGTH) flushText()
      } else {
        if (whole.html.length <= EXCERPT_MAX_BYTES) whole.html += part
        if (whole.words.length <= EXCERPT_MAX_BYTES) whole.words += part
      }
    },

    open(name: string, html: string): void {
      flushText()
      if (isFull) return
      if (whole !== null) {
        if (whole.html.length <= EXCERPT_MAX_BYTES) whole.html += html
        if (name === whole.name) whole.depth += 1
      } else if (WHOLE_TAGS.has(name)) whole = { name, depth: 1, html, words: '' }
      else if (name === 'img') writeWhole(html)
      else if (VOID_TAGS.has(name)) {
        if (contentEnd === 0) return
        if (html.length <= room()) write(html)
        else fill()
      } else {
        const plain = html.length > PLAIN_TAG_MAX_LENGTH ? `<${name}>` : html
        if (plain.length + name.length + 3 > room()) return fill()
        openTags.push({ name, at: written.length, hasContent: false })
        closingBytes += name.length + 3
        write(plain)
      }
    },

    close(name: string): void {
      flushText()
      if (isFull || VOID_TAGS.has(name)) return
      if (whole !== null) {
        if (whole.html.length <= EXCERPT_MAX_BYTES) whole.html += `</${name}>`
        if (name === whole.name) whole.depth -= 1
        if (whole.depth > 0) return
        const ended = whole
        whole = null
        endWhole(ended)
        return
      }
      const tag = openTags.pop()
      if (tag === undefined) return
      closingBytes -= tag.name.length + 3
      if (tag.hasContent) {
        write(`</${tag.name}>`)
        contentEnd = written.length
      } else takeBack(tag.at)
    },

    end(): string {
      flushText()
      const left = openTags.filter(({ hasContent }) => hasContent).toReversed()
      return (written.slice(0, contentEnd) + left.map(({ name }) => `</${name}>`).join('')).trim()
    },
  }
}
