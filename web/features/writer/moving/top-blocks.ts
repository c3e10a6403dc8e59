import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'

/** A block of the text, not of a list or a quote in it. */
export interface TopBlock {
  /** From 0. */
  index: number
  pos: number
  dom: HTMLElement
}

/** The block at a place in the text; null: it isn't drawn. */
export function topBlockAt({ state, view }: Editor, index: number): TopBlock | null {
  const node = state.doc.maybeChild(index)
  if (!node) return null
  let pos = 0
  for (let before = 0; before < index; before += 1) pos += state.doc.child(before).nodeSize
  const dom = view.nodeDOM(pos)
  return dom instanceof HTMLElement ? { index, pos, dom } : null
}

/** The block that has the cursor. */
export function currentBlock(writer: Editor): TopBlock | null {
  return topBlockAt(writer, writer.state.selection.$from.index(0))
}

/** The block that is drawn at this height of the window; null: there is none, or it is between two. */
export function blockAtHeight(writer: Editor, clientY: number): TopBlock | null {
  const text = writer.view.dom
  const { left, width } = text.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, clientY)
  let child = hit
  while (child && child.parentElement !== text) child = child.parentElement
  if (!child) return null
  const { doc } = writer.state
  let found: number | null = null
  doc.forEach((_node, pos, index) => {
    if (found === null && writer.view.nodeDOM(pos) === child) found = index
  })
  return found === null ? null : topBlockAt(writer, found)
}

/** Puts the cursor into a block, or selects one that has no text. */
export function selectBlock(writer: Editor, index: number): void {
  const block = topBlockAt(writer, index)
  const { doc, tr } = writer.state
  if (!block) return
  writer.view.dispatch(
    tr.setSelection(
      doc.child(index).isAtom
        ? NodeSelection.create(doc, block.pos)
        : TextSelection.near(doc.resolve(block.pos + 1)),
    ),
  )
}

/** Removes a block; undo brings it back. The text keeps at least an empty line. */
export function removeBlock(writer: Editor, index: number): void {
  const block = topBlockAt(writer, index)
  const { doc, tr } = writer.state
  if (!block) return
  const node = doc.child(index)
  const { paragraph } = writer.schema.nodes
  if (doc.childCount === 1 && paragraph) tr.replaceWith(0, node.nodeSize, paragraph.create())
  else tr.delete(block.pos, block.pos + node.nodeSize)
  writer.view.dispatch(closeHistory(tr))
}
