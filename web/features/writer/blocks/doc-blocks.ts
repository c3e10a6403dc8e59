import type { JSONContent } from '@tiptap/core'
import * as z from 'zod/mini'

import { type EditorContent, escapeHtml } from './blocks.ts'

import { keysOf } from '../nodes/picture-blocks.ts'

type Block = EditorContent['blocks'][number]

/** The id of a picture in the text; null: the server doesn't have it yet, or it is none of the post's. */
export type MediaIdOf = (key: string) => string | null

/** Of Editor.js, whose format the blocks have. */
const FORMAT_VERSION = '2.31.7'

/** What stands in the editor now: what the wire takes. */
export function contentOf(writer: { getJSON: () => JSONContent }, mediaIdOf: MediaIdOf): EditorContent {
  const { blocks } = blocksOfDoc(writer.getJSON(), mediaIdOf)
  return {
    time: Date.now(),
    blocks: blocks.map((block) => ({ id: crypto.randomUUID().slice(-10), ...block })),
    version: FORMAT_VERSION,
  }
}

/** The blocks of a document. Those that came from a stored post have its ids. Empty paragraphs at the end are left out. */
export function blocksOfDoc(doc: JSONContent, mediaIdOf: MediaIdOf = () => null): EditorContent {
  const blocks = (doc.content ?? []).flatMap((node) => {
    const block = blockOf(node, mediaIdOf)
    return block ? { ...originOf(node), ...block } : []
  })
  const last = blocks.findLastIndex(({ type, data }) => type !== 'paragraph' || data['text'] !== '')
  return { blocks: blocks.slice(0, last + 1) }
}

function blockOf(node: JSONContent, mediaIdOf: MediaIdOf): Block | null {
  switch (node.type) {
    case 'paragraph':
      return { type: 'paragraph', data: { text: inlineHtml(node) } }
    case 'heading':
      return { type: 'header', data: { text: inlineHtml(node), level: Number(node.attrs?.['level'] ?? 2) } }
    case 'bulletList':
    case 'orderedList':
      return {
        type: 'list',
        data: {
          style: node.type === 'orderedList' ? 'ordered' : 'unordered',
          ...startOf(node),
          items: itemsOf(node),
        },
      }
    case 'blockquote':
      return { type: 'quote', data: { text: (node.content ?? []).map(inlineHtml).join('<br>'), caption: '' } }
    case 'codeBlock':
      return { type: 'code', data: { code: (node.content ?? []).map(({ text }) => text ?? '').join('') } }
    case 'horizontalRule':
      return { type: 'delimiter', data: {} }
    case 'paywall':
      return { type: 'paywall', data: {} }
    case 'pictures': {
      const mediaIds = keysOf(node.attrs).flatMap((key) => mediaIdOf(key) ?? [])
      return mediaIds.length === 0
        ? null
        : { type: 'pictures', data: { mediaIds, caption: attribute(node, 'caption') } }
    }
    case 'poll':
      return { type: 'poll', data: { pollId: attribute(node, 'pollId') } }
    case 'postButton':
      return { type: 'button', data: { text: attribute(node, 'text'), link: attribute(node, 'link') } }
    case 'linkCard': {
      const description = attribute(node, 'description')
      const meta = { title: attribute(node, 'title'), ...(description !== '' && { description }) }
      return { type: 'linkTool', data: { link: attribute(node, 'link'), meta } }
    }
    default:
      return null
  }
}

const origin = z.object({
  id: z.optional(z.string()),
  tunes: z.optional(z.record(z.string(), z.unknown())),
})

/** What a stored block had beside its data (block-html.ts). */
function originOf(node: JSONContent): z.infer<typeof origin> {
  const kept = attribute(node, 'block')
  return kept === '' ? {} : origin.parse(JSON.parse(kept))
}

function attribute(node: JSONContent, name: string): string {
  const value: unknown = node.attrs?.[name]
  return typeof value === 'string' ? value : ''
}

/** What an ordered list begins to count with, unless it is 1. */
function startOf({ type, attrs }: JSONContent): { meta?: { start: number } } {
  const start: unknown = attrs?.['start']
  return type === 'orderedList' && typeof start === 'number' && start !== 1 ? { meta: { start } } : {}
}

interface ListItem {
  content: string
  meta: object
  items: ListItem[]
}

/** A list inside a list takes the outer one's style: blocks keep one for each list. */
function itemsOf(list: JSONContent): ListItem[] {
  return (list.content ?? []).map((item) => {
    const [paragraph, ...inner] = item.content ?? []
    return { content: paragraph ? inlineHtml(paragraph) : '', meta: {}, items: inner.flatMap(itemsOf) }
  })
}

const TAGS: Readonly<Record<string, string>> = {
  bold: 'b',
  italic: 'i',
  underline: 'u',
  strike: 's',
  code: 'code',
}

/** The text of a block with its inline mark-up, as HTML. */
function inlineHtml(node: JSONContent): string {
  return (node.content ?? [])
    .map((part) => {
      if (part.type === 'hardBreak') return '<br>'
      return (part.marks ?? []).toReversed().reduce(
        (html, mark) => {
          const href: unknown = mark.attrs?.['href']
          if (mark.type === 'link')
            return typeof href === 'string' ? `<a href="${escapeHtml(href)}">${html}</a>` : html
          const tag = TAGS[mark.type]
          return tag === undefined ? html : `<${tag}>${html}</${tag}>`
        },
        escapeHtml(part.text ?? ''),
      )
    })
    .join('')
}
