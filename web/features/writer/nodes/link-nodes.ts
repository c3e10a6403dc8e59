import { mergeAttributes, Node } from '@tiptap/core'

/** Attributes of our own, which aren't written into the HTML as they are. */
function texts(...names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { default: '', rendered: false }]))
}

function textOf(element: HTMLElement, selector: string): string {
  return element.querySelector(selector)?.textContent ?? ''
}

/** A web page as a card: title, description, address. */
export const LinkCard = Node.create({
  name: 'linkCard',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => texts('link', 'title', 'description'),
  parseHTML: () => [
    {
      tag: 'a.link-card',
      priority: 1000,
      getAttrs: (element) => ({
        link: element.getAttribute('href') ?? '',
        title: textOf(element, '.link-card-title'),
        description: textOf(element, '.link-card-text'),
      }),
    },
  ],
  renderHTML({ node, HTMLAttributes }) {
    const { link, title, description } = node.attrs
    // Not a link here: a press selects it.
    return [
      'div',
      mergeAttributes(HTMLAttributes, { class: 'writer-card' }),
      ['span', { class: 'writer-card-title' }, String(title || link)],
      ...(description ? [['span', { class: 'writer-card-text' }, String(description)] as const] : []),
      ['span', { class: 'writer-card-address', dir: 'ltr' }, String(link)],
    ]
  },
})

/** A link that looks like a button. */
export const PostButton = Node.create({
  name: 'postButton',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => texts('link', 'text'),
  parseHTML: () => [
    {
      tag: 'a.post-button',
      priority: 1000,
      getAttrs: (element) => ({ link: element.getAttribute('href') ?? '', text: element.textContent }),
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { class: 'writer-button' }),
    ['span', {}, String(node.attrs['text'])],
  ],
})
