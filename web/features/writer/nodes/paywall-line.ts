import { Node, nodeInputRule } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'

import { insertBlocks } from '../tools/insert-blocks.ts'
import { writerTexts } from '../messages.ts'

const texts = writerTexts.paywall

function linesIn(doc: DocNode): number[] {
  const places: number[] = []
  doc.forEach((node, pos) => {
    if (node.type.name === 'paywall') places.push(pos)
  })
  return places
}

/** The line below which only those read who may read the post. There is one: another takes the place of the first. */
export const PaywallLine = Node.create({
  name: 'paywall',
  group: 'block',
  atom: true,
  draggable: true,
  // Before the divider, which takes every <hr>.
  parseHTML: () => [{ tag: 'hr.writer-paywall, div.writer-paywall', priority: 1000 }],
  renderHTML: () => [
    'div',
    { class: 'writer-paywall' },
    ['span', { class: 'writer-paywall-label' }, texts.label],
    ['span', { class: 'writer-paywall-note' }, texts.noEffect],
  ],
  addInputRules() {
    return [nodeInputRule({ find: /^===$/, type: this.type })]
  },
  addKeyboardShortcuts() {
    return {
      'Mod-Shift-Enter': () => {
        insertBlocks(this.editor, [{ type: 'paywall' }])
        return true
      },
    }
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(transactions, before, now) {
        const lines = linesIn(now.doc)
        if (lines.length <= 1) return null
        const old = new Set(
          linesIn(before.doc).map((pos) => transactions.reduce((at, { mapping }) => mapping.map(at), pos)),
        )
        const kept = lines.find((pos) => !old.has(pos)) ?? lines[0]
        const { tr } = now
        for (const pos of lines.toReversed()) if (pos !== kept) tr.delete(pos, pos + 1)
        return tr
      },
    }),
  ],
})
