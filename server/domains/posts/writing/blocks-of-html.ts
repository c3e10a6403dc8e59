import { Parser } from 'htmlparser2'

import { id } from '#contract/fields.ts'
import { PICTURE_CAPTION_MAX_LENGTH } from '#contract/posts/limits.ts'

import type { EditorContent } from '../blocks.ts'
import { wordsOf } from '../sanitize.ts'

type Block = EditorContent['blocks'][number]
type ListItem = { content: string; items: ListItem[] }

/** A list that is open, and whether one of its items is. */
interface OpenList {
  style: string
  items: ListItem[]
}

const pollId = id()

const HEADING = /^h[2-6]$/
/** Stands on lines of its own: what it holds becomes paragraphs. */
const CONTAINERS = new Set(['p', 'blockquote', 'pre'])

/**
 * The editor's blocks of a post that was sent as HTML, so that it can be edited. Every word is kept; what the editor has
 * no block for becomes paragraphs. The HTML has to be cleaned: it is nested a few levels deep at most.
 */
export function blocksOfHtml(html: string): EditorContent {
  const blocks: Block[] = []
  const lists: OpenList[] = []
  let level: number | null = null
  let text = ''
  let pictures: Extract<Block, { type: 'pictures' }>['data'] | null = null

  function endText(): void {
    const words = text.trim()
    text = ''
    if (words === '') return
    if (level === null) blocks.push({ type: 'paragraph', data: { text: words } })
    else blocks.push({ type: 'header', data: { text: words, level } })
  }

  /** The words so far belong to the item that is open. */
  function endItemText(): void {
    const words = text.trim()
    text = ''
    if (words === '') return
    const items = lists.at(-1)?.items
    const item = items?.at(-1)
    if (item) item.content += (item.content === '' ? '' : '<br>') + words
    else items?.push({ content: words, items: [] })
  }

  function endAny(): void {
    if (lists.length > 0) endItemText()
    else endText()
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'ul' || name === 'ol') {
          endAny()
          lists.push({ style: name === 'ol' ? 'ordered' : 'unordered', items: [] })
        } else if (name === 'li') {
          endAny()
          lists.at(-1)?.items.push({ content: '', items: [] })
        } else if (CONTAINERS.has(name) || HEADING.test(name) || name === 'hr') {
          endAny()
          level = lists.length === 0 && HEADING.test(name) ? Number(name.charAt(1)) : null
        } else if (name === 'figure') {
          endAny()
          const mediaIds = attributes['data-media']?.split(' ') ?? []
          const poll = pollId.safeParse(attributes['data-poll'])
          if (poll.success) blocks.push({ type: 'poll', data: { pollId: poll.data } })
          pictures = lists.length === 0 && mediaIds.length > 0 ? { mediaIds, caption: '' } : null
        } else if (name === 'figcaption') endAny()
        else text += openTag(name, attributes)
      },
      ontext(words) {
        text += escapeText(words)
      },
      onclosetag(name) {
        if (name === 'ul' || name === 'ol') {
          endItemText()
          const list = lists.pop()
          const outer = lists.at(-1)?.items.at(-1)
          if (!list || list.items.length === 0) return
          if (outer) outer.items.push(...list.items)
          else blocks.push({ type: 'list', data: { style: list.style, items: list.items } })
        } else if (name === 'li' || CONTAINERS.has(name) || HEADING.test(name)) {
          endAny()
          level = null
        } else if (name === 'figcaption' && pictures !== null) {
          pictures.caption = wordsOf(text).slice(0, PICTURE_CAPTION_MAX_LENGTH)
          text = ''
        } else if (name === 'figure' && pictures !== null) {
          text = ''
          blocks.push({ type: 'pictures', data: pictures })
          pictures = null
        } else if (name === 'figure' || name === 'figcaption') endAny()
        else if (name !== 'hr' && name !== 'br' && name !== 'img') text += `</${name}>`
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  endAny()
  return { blocks }
}

function openTag(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(value)}"`)
  return `<${name}${written.join('')}>`
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
