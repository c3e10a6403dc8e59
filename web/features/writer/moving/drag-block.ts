import type { Editor } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'

import { topBlockAt } from './top-blocks.ts'

/** Hands a block to the browser to be dragged; the text moves it to where it is dropped. */
export function beginDrag(writer: Editor, index: number, transfer: DataTransfer): void {
  const block = topBlockAt(writer, index)
  if (!block) return
  const { view, state } = writer
  const selection = NodeSelection.create(state.doc, block.pos)
  view.dispatch(state.tr.setSelection(selection))
  const slice = selection.content()
  const { dom, text } = view.serializeForClipboard(slice)
  transfer.clearData()
  transfer.setData('text/html', dom.innerHTML)
  transfer.setData('text/plain', text)
  transfer.effectAllowed = 'move'
  transfer.setDragImage(block.dom, 0, 0)
  view.dragging = { slice, move: true }
}

/** Leaves a cursor in what was dragged: while all of a paragraph is selected, the next key would replace it. */
export function endDrag(writer: Editor): void {
  writer.view.dragging = null
  const { doc, selection, tr } = writer.state
  if (selection instanceof NodeSelection && !selection.node.isAtom)
    writer.view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(selection.from + 1))))
  writer.view.focus()
}
