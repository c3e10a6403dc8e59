import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'

/** Moves the block with the cursor past the one before or after it; false: there is none. */
export function moveBlock(writer: Editor, by: 1 | -1): boolean {
  const { doc, selection, tr } = writer.state
  const { $from } = selection
  const index = $from.index(0)
  const neighbour = doc.maybeChild(index + by)
  const block = doc.maybeChild(index)
  if (!neighbour || !block) return false
  const start = $from.depth === 0 ? $from.pos : $from.before(1)
  const target = start + by * neighbour.nodeSize
  tr.delete(start, start + block.nodeSize).insert(target, block)
  const anchor = Math.min(target + (selection.anchor - start), tr.doc.content.size)
  tr.setSelection(
    selection instanceof NodeSelection
      ? NodeSelection.create(tr.doc, target)
      : TextSelection.near(tr.doc.resolve(anchor)),
  )
  // A step of its own: undoing it takes back nothing that was typed just before.
  writer.view.dispatch(closeHistory(tr).scrollIntoView())
  return true
}
