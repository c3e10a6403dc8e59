import { Node } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'

import { blockAt } from './block-at.ts'
import { keysOf, type PictureBlocks } from './picture-blocks.ts'

/** The pictures that stand in a text, in its order. */
export function keysInDoc(doc: DocNode): string[] {
  const keys: string[] = []
  doc.forEach((node) => {
    if (node.type.name === 'pictures') keys.push(...keysOf(node.attrs))
  })
  return keys
}

const CONTROLS = 'button, input'

let lastId = 0

/** A picture, or a gallery of several, with a caption. */
export function picturesNode(blocks: PictureBlocks) {
  return Node.create({
    name: 'pictures',
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({
      keys: { default: '', rendered: false },
      caption: { default: '', rendered: false },
    }),
    parseHTML: () => [
      {
        tag: 'figure[data-media]',
        getAttrs: (element) => ({
          keys: element.dataset['media'] ?? '',
          caption: element.querySelector('figcaption')?.textContent ?? '',
        }),
      },
    ],
    renderHTML: ({ node }) => [
      'figure',
      { 'data-media': String(node.attrs['keys']) },
      ['figcaption', {}, String(node.attrs['caption'])],
    ],
    addNodeView() {
      return ({ node, editor, getPos }) => {
        const dom = document.createElement('figure')
        dom.className = 'writer-pictures'
        dom.contentEditable = 'false'
        lastId += 1
        const id = lastId
        let now = node

        function change(changes: { keys?: readonly string[]; caption?: string }) {
          const pos = getPos()
          if (pos === undefined) return
          const keys = changes.keys?.join(' ') ?? String(now.attrs['keys'])
          const caption = changes.caption ?? String(now.attrs['caption'])
          editor.view.dispatch(editor.state.tr.setNodeMarkup(pos, null, { ...now.attrs, keys, caption }))
        }
        const { remove, select } = blockAt(editor, getPos)
        function put() {
          const caption = String(now.attrs['caption'])
          blocks.put({ id, dom, keys: keysOf(now.attrs), caption, change, remove, select })
        }
        put()
        return {
          dom,
          update(next) {
            if (next.type !== now.type) return false
            now = next
            put()
            return true
          },
          // What is done in its controls is the page's.
          stopEvent: ({ target }) => target instanceof Element && target.closest(CONTROLS) !== null,
          ignoreMutation: () => true,
          destroy: () => blocks.drop(id),
        }
      }
    },
  })
}
