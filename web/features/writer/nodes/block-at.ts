import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'

/** What can be done with a block that stands in the text as a whole; nothing once it is gone. */
export function blockAt(editor: Editor, getPos: () => number | undefined) {
  return {
    remove: (): void => {
      const pos = getPos()
      if (pos === undefined) return
      editor
        .chain()
        .focus()
        .deleteRange({ from: pos, to: pos + 1 })
        .run()
    },
    select: (): void => {
      const pos = getPos()
      if (pos === undefined) return
      const { tr, doc } = editor.state
      editor.view.focus()
      editor.view.dispatch(tr.setSelection(NodeSelection.create(doc, pos)))
    },
  }
}
