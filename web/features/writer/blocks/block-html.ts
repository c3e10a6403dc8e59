import * as z from 'zod/mini'

import { type EditorContent, escapeHtml } from './blocks.ts'

interface ListItem {
  content: string
  items: ListItem[]
}

/** Version 2 of the list tool nests objects, version 1 had plain strings. */
const listItem: z.ZodMiniType<ListItem> = z.pipe(
  z.union([
    z.string(),
    z.object({
      content: z.string(),
      get items() {
        return z._default(z.array(listItem), [])
      },
    }),
  ]),
  z.transform((item): ListItem => (typeof item === 'string' ? { content: item, items: [] } : item)),
)

/** What an ordered list begins to count with; absent: 1. */
const listMeta = z.object({ start: z.optional(z.number()) })

const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('paragraph'), data: z.object({ text: z.string() }) }),
  z.object({ type: z.literal('header'), data: z.object({ text: z.string(), level: z.number() }) }),
  z.object({
    type: z.literal('list'),
    data: z.object({ style: z.string(), meta: z.optional(listMeta), items: z.array(listItem) }),
  }),
  z.object({
    type: z.literal('quote'),
    data: z.object({ text: z.string(), caption: z._default(z.string(), '') }),
  }),
  z.object({ type: z.literal('code'), data: z.object({ code: z.string() }) }),
  z.object({ type: z.literal('delimiter') }),
  z.object({ type: z.literal('paywall') }),
  z.object({
    type: z.literal('pictures'),
    data: z.object({ mediaIds: z.array(z.string()), caption: z._default(z.string(), '') }),
  }),
  z.object({ type: z.literal('poll'), data: z.object({ pollId: z.string() }) }),
  z.object({ type: z.literal('button'), data: z.object({ text: z.string(), link: z.string() }) }),
  z.object({
    type: z.literal('linkTool'),
    data: z.object({
      link: z.string(),
      meta: z._default(z.object({ title: z.optional(z.string()), description: z.optional(z.string()) }), {}),
    }),
  }),
])
type Block = z.infer<typeof block>

/**
 * The HTML of blocks, as a preview shows it: like the server's own, except that cards and buttons stand in no paragraph.
 * Inline mark-up is still the writer's.
 */
export function htmlOfBlocks(content: EditorContent): string {
  return content.blocks.map(htmlOfBlock).join('')
}

/** The same for the editor, with what it keeps for each block: its id and tunes. */
export function htmlToEdit(content: EditorContent): string {
  return content.blocks
    .map((part) => {
      const { id, tunes } = part
      const html = htmlOfBlock(part)
      if (id === undefined && tunes === undefined) return html
      return html.replace(
        /^<\w+/,
        (tag) => `${tag} data-block="${escapeHtml(JSON.stringify({ id, tunes }))}"`,
      )
    })
    .join('')
}

function htmlOfBlock(part: EditorContent['blocks'][number]): string {
  const known = z.safeParse(block, part)
  return known.success ? htmlOf(known.data) : ''
}

function htmlOf(part: Block): string {
  switch (part.type) {
    case 'paragraph':
      return `<p>${part.data.text}</p>`
    case 'header': {
      const level = Math.min(4, Math.max(2, part.data.level))
      return `<h${level}>${part.data.text}</h${level}>`
    }
    case 'list':
      return part.data.style === 'ordered'
        ? listHtml('ol', part.data.items, part.data.meta?.start)
        : listHtml('ul', part.data.items)
    case 'quote': {
      const { text, caption } = part.data
      return `<blockquote><p>${text}</p>${caption === '' ? '' : `<p>${caption}</p>`}</blockquote>`
    }
    case 'code':
      return `<pre><code>${escapeHtml(part.data.code)}</code></pre>`
    case 'delimiter':
      return '<hr>'
    case 'paywall':
      return '<hr class="writer-paywall">'
    case 'pictures':
      return picturesHtml(part.data)
    case 'poll':
      return `<figure data-poll="${escapeHtml(part.data.pollId)}"></figure>`
    case 'button':
      return `<a class="post-button" href="${escapeHtml(part.data.link)}">${escapeHtml(part.data.text)}</a>`
    case 'linkTool':
      return cardHtml(part.data)
  }
}

function picturesHtml({ mediaIds, caption }: Extract<Block, { type: 'pictures' }>['data']): string {
  const words = caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`
  return `<figure data-media="${escapeHtml(mediaIds.join(' '))}">${words}</figure>`
}

function listHtml(tag: 'ol' | 'ul', items: readonly ListItem[], start = 1): string {
  if (items.length === 0) return ''
  const rows = items.map((item) => `<li><p>${item.content}</p>${listHtml(tag, item.items)}</li>`)
  return `<${tag}${start === 1 ? '' : ` start="${start}"`}>${rows.join('')}</${tag}>`
}

function cardHtml({ link, meta }: Extract<Block, { type: 'linkTool' }>['data']): string {
  const text = meta.description ? `<span class="link-card-text">${escapeHtml(meta.description)}</span>` : ''
  return (
    `<a class="link-card" href="${escapeHtml(link)}">` +
    `<span class="link-card-title">${escapeHtml(meta.title || link)}</span>${text}</a>`
  )
}
