import { Node } from '@tiptap/core'

import { blockAt } from './block-at.ts'
import type { PollBlocks } from './picture-blocks.ts'

const CONTROLS = 'button, input, a, summary'

let lastId = 0

/** A poll that stands in the text: written before, and named by its id. */
export function pollNode(blocks: PollBlocks) {
  return Node.create({
    name: 'poll',
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({ pollId: { default: '', rendered: false } }),
    parseHTML: () => [
      {
        tag: 'figure[data-poll]',
        priority: 1000,
        getAttrs: (element) => ({ pollId: element.dataset['poll'] ?? '' }),
      },
    ],
    renderHTML: ({ node }) => ['figure', { 'data-poll': String(node.attrs['pollId']) }],
    addNodeView() {
      return ({ node, editor, getPos }) => {
        const dom = document.createElement('figure')
        dom.className = 'writer-poll'
        dom.contentEditable = 'false'
        lastId += 1
        const id = lastId

        const { remove, select } = blockAt(editor, getPos)
        blocks.put({ id, dom, pollId: String(node.attrs['pollId']), remove, select })
        return {
          dom,
          update: (next) => next.type === node.type && next.attrs['pollId'] === node.attrs['pollId'],
          // What is done in its controls is the page's.
          stopEvent: ({ target }) => target instanceof Element && target.closest(CONTROLS) !== null,
          ignoreMutation: () => true,
          destroy: () => blocks.drop(id),
        }
      }
    },
  })
}
