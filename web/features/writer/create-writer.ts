import './writer.css'

import { Editor } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { ListItem } from '@tiptap/extension-list'
import { Placeholder } from '@tiptap/extensions'
import { type EditorState, NodeSelection } from '@tiptap/pm/state'
import { StarterKit } from '@tiptap/starter-kit'

import type { EditorContent } from '#web/features/post-editor/blocks.ts'

import { htmlOfBlocks } from './block-html.ts'
import { blocksOfDoc } from './doc-blocks.ts'
import { LinkCard, PostButton } from './nodes.ts'
import { cleanPasted } from './paste-cleaner.ts'

export type Writer = Editor

export interface WriterOptions {
  holder: HTMLElement
  content: EditorContent
  label: string
  placeholder: string
  onChange: (content: EditorContent) => void
  /** Pictures, videos and audio that were pasted or dropped. */
  onFiles: (files: File[]) => void
  /** A card or a button is to be changed. */
  onOpenNode: () => void
  /** Before the editor's own keys; true: it was handled. */
  onKey: (event: KeyboardEvent) => boolean
}

/** Starts the full-page editor with what a post can hold. */
export function createWriter(options: WriterOptions): Writer {
  return new Editor({
    element: options.holder,
    // Our policy allows no style sheets that script writes; writer.css has them.
    injectCSS: false,
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3, 4] },
        link: { openOnClick: false, defaultProtocol: 'https', protocols: ['mailto'] },
        blockquote: false,
        listItem: false,
        dropcursor: { color: 'var(--color-brand)', width: 2 },
      }),
      // As much as the blocks can say.
      Blockquote.extend({ content: 'paragraph+' }),
      ListItem.extend({ content: 'paragraph (bulletList | orderedList)*' }),
      Placeholder.configure({ placeholder: options.placeholder }),
      LinkCard,
      PostButton,
    ],
    content: htmlOfBlocks(options.content),
    editorProps: {
      attributes: {
        'aria-label': options.label,
        'aria-multiline': 'true',
        role: 'textbox',
        dir: 'auto',
        class: 'prose writer-text',
      },
      // What the editor itself copied is clean, and knows more about where it ends.
      transformPastedHTML: (html) => (html.includes('data-pm-slice') ? html : cleanPasted(html)),
      handlePaste: (_view, event) => {
        // Word and web pages put a picture of the text beside it.
        if (event.clipboardData?.types.includes('text/html')) return false
        return takeFiles(event.clipboardData, options.onFiles)
      },
      handleDrop: (_view, event) => takeFiles(event.dataTransfer, options.onFiles),
      handleDoubleClickOn: (_view, _pos, node) => {
        if (node.type.name !== 'linkCard' && node.type.name !== 'postButton') return false
        options.onOpenNode()
        return true
      },
      handleKeyDown: (view, event) => {
        if (options.onKey(event)) return true
        if (event.key !== 'Enter' || !isChangeable(view.state)) return false
        options.onOpenNode()
        return true
      },
    },
    onUpdate: ({ editor }) => options.onChange(contentOf(editor)),
  })
}

/** What stands in the editor now. */
function contentOf(writer: Writer): EditorContent {
  return blocksOfDoc(writer.getJSON())
}

function isChangeable({ selection }: EditorState): boolean {
  return selection instanceof NodeSelection && ['linkCard', 'postButton'].includes(selection.node.type.name)
}

function takeFiles(transfer: DataTransfer | null, onFiles: (files: File[]) => void): boolean {
  const files = [...(transfer?.files ?? [])]
  if (files.length === 0) return false
  onFiles(files)
  return true
}
