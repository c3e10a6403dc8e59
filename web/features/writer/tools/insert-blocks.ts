import type { Editor, JSONContent } from '@tiptap/core'

/** Inserts blocks on a line of their own: in place of an empty one, before the text that the cursor begins, or after it. */
export function insertBlocks(writer: Editor, blocks: JSONContent[], at?: number): void {
  const { doc, selection } = writer.state
  const place = at === undefined ? selection.$to : doc.resolve(at)
  const isLine = place.depth === 1 && place.parent.isTextblock
  const range =
    place.depth === 0
      ? place.pos
      : isLine && place.parent.content.size === 0
        ? { from: place.before(1), to: place.after(1) }
        : isLine && place.parentOffset === 0
          ? place.before(1)
          : place.after(1)
  writer.chain().focus().insertContentAt(range, blocks).run()
  // Writing goes on after them: what is typed would replace a block that is selected.
  const { doc: now, selection: inserted } = writer.state
  if (now.resolve(inserted.to).nodeAfter?.isTextblock) writer.commands.setTextSelection(inserted.to + 1)
}
