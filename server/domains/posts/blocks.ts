import * as z from 'zod/mini'

import { id } from '#contract/fields.ts'
import { PICTURE_CAPTION_MAX_LENGTH, PICTURES_PER_BLOCK, POST_BLOCKS_MAX } from '#contract/posts/limits.ts'

/*
 * The format of Editor.js: time, blocks, version. We read the block kinds that our editor offers; an unknown
 * kind is refused rather than dropped, so that nothing a creator wrote is lost in silence.
 */

/** Nesting of lists; the editor itself has no limit. */
const LIST_DEPTH_MAX = 6

interface ListItem {
  content: string
  items: ListItem[]
}

/**
 * Version 2 of the list tool nests objects, version 1 had plain strings. The depth is bounded by the schema itself:
 * one that refers to itself would follow a stranger's nesting until the stack ends.
 */
function listItemWithin(depth: number): z.ZodMiniType<ListItem> {
  const items = depth > 1 ? z.array(listItemWithin(depth - 1)) : z.array(z.never())
  return z.pipe(
    z.union([z.string(), z.object({ content: z.string(), items: z._default(items, []) })]),
    z.transform((item): ListItem => (typeof item === 'string' ? { content: item, items: [] } : item)),
  )
}

/** What an ordered list begins to count with. */
const listStart = z.int().check(z.gte(0), z.lte(999_999_999))

const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('paragraph'), data: z.object({ text: z.string() }) }),
  z.object({
    type: z.literal('header'),
    data: z.object({ text: z.string(), level: z.number().check(z.gte(1), z.lte(6)) }),
  }),
  z.object({
    type: z.literal('list'),
    data: z.object({
      style: z.string(),
      meta: z.optional(z.object({ start: z.optional(listStart) })),
      items: z.array(listItemWithin(LIST_DEPTH_MAX)),
    }),
  }),
  z.object({
    type: z.literal('linkTool'),
    data: z.object({
      link: z.string(),
      meta: z._default(
        z.object({
          title: z.optional(z.string()),
          description: z.optional(z.string()),
          image: z.optional(z.object({ url: z.optional(z.string()) })),
        }),
        {},
      ),
    }),
  }),
  z.object({
    type: z.literal('quote'),
    data: z.object({ text: z.string(), caption: z._default(z.string(), '') }),
  }),
  z.object({ type: z.literal('code'), data: z.object({ code: z.string() }) }),
  z.object({ type: z.literal('delimiter'), data: z._default(z.looseObject({}), {}) }),
  z.object({ type: z.literal('button'), data: z.object({ text: z.string(), link: z.string() }) }),
  z.object({
    type: z.literal('pictures'),
    data: z.object({
      mediaIds: z.array(id()).check(z.minLength(1), z.maxLength(PICTURES_PER_BLOCK)),
      caption: z._default(z.string().check(z.maxLength(PICTURE_CAPTION_MAX_LENGTH)), ''),
    }),
  }),
  z.object({ type: z.literal('poll'), data: z.object({ pollId: id() }) }),
  // The line below which only those read who may read the post.
  z.object({ type: z.literal('paywall'), data: z._default(z.looseObject({}), {}) }),
])

export const editorContent = z.object({
  time: z.optional(z.number()),
  blocks: z.array(block).check(
    z.maxLength(POST_BLOCKS_MAX),
    z.refine((blocks) => blocks.filter(({ type }) => type === 'paywall').length <= 1),
  ),
  version: z.optional(z.string()),
})

export type EditorContent = z.infer<typeof editorContent>
type Block = EditorContent['blocks'][number]

/** What stands above the line that the creator drew; null: there is none, or nothing above it. */
export function blocksAboveLine(content: EditorContent): EditorContent | null {
  const line = content.blocks.findIndex(({ type }) => type === 'paywall')
  return line > 0 ? { blocks: content.blocks.slice(0, line) } : null
}

/** The same without its pictures and polls, which belong to one post alone. */
export function withoutOwnParts(content: EditorContent): EditorContent {
  return { ...content, blocks: content.blocks.filter(({ type }) => type !== 'pictures' && type !== 'poll') }
}

/** The HTML of a post, from its blocks. Inline mark-up inside the texts is still the writer's: sanitise it after. */
export function renderBlocks(content: EditorContent): string {
  return content.blocks.map(renderBlock).join('\n')
}

function renderBlock(part: Block): string {
  switch (part.type) {
    case 'paragraph':
      return part.data.text.trim() === '' ? '' : `<p>${part.data.text}</p>`
    case 'header': {
      // The page's own headings are above: a post starts at the second level.
      const level = Math.min(6, Math.max(2, part.data.level))
      return `<h${level}>${part.data.text}</h${level}>`
    }
    case 'list':
      return part.data.style === 'ordered'
        ? renderList('ol', part.data.items, part.data.meta?.start)
        : renderList('ul', part.data.items)
    case 'linkTool':
      return renderLink(part.data)
    case 'quote':
      return renderQuote(part.data)
    case 'code':
      return part.data.code.trim() === '' ? '' : `<pre><code>${escape(part.data.code)}</code></pre>`
    case 'delimiter':
      return '<hr>'
    case 'button':
      return renderButton(part.data)
    case 'pictures':
      return renderPictures(part.data)
    case 'poll':
      return `<figure data-poll="${part.data.pollId}"></figure>`
    case 'paywall':
      return ''
  }
}

function renderPictures({ mediaIds, caption }: Extract<Block, { type: 'pictures' }>['data']): string {
  const words = caption.trim() === '' ? '' : `<figcaption>${escape(caption.trim())}</figcaption>`
  return `<figure data-media="${mediaIds.join(' ')}">${words}</figure>`
}

function renderQuote({ text, caption }: Extract<Block, { type: 'quote' }>['data']): string {
  if (text.trim() === '') return ''
  return `<blockquote><p>${text}</p>${caption.trim() === '' ? '' : `<p>${caption}</p>`}</blockquote>`
}

/** A link that looks like a button; without words or an address it is dropped. */
function renderButton({ text, link }: Extract<Block, { type: 'button' }>['data']): string {
  if (text.trim() === '' || link.trim() === '') return ''
  return `<p><a class="post-button" href="${escape(link)}">${escape(text)}</a></p>`
}

function renderList(tag: 'ol' | 'ul', items: readonly ListItem[], start = 1): string {
  if (items.length === 0) return ''
  const rows = items.map((item) => `<li>${item.content}${renderList(tag, item.items)}</li>`)
  return `<${tag}${start === 1 ? '' : ` start="${start}"`}>${rows.join('')}</${tag}>`
}

/** A link card; without a preview it is the address alone. A link block without a link is dropped. */
function renderLink({ link, meta }: Extract<Block, { type: 'linkTool' }>['data']): string {
  if (link.trim() === '') return ''
  const title = escape(meta.title || link)
  const description = meta.description
    ? `<span class="link-card-text">${escape(meta.description)}</span>`
    : ''
  const image = meta.image?.url ? `<img src="${escape(meta.image.url)}" alt="" loading="lazy">` : ''
  return (
    `<p><a class="link-card" href="${escape(link)}">${image}` +
    `<span class="link-card-title">${title}</span>${description}</a></p>`
  )
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
