import './writer.css'

import { Editor } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { ListItem } from '@tiptap/extension-list'
import { Placeholder } from '@tiptap/extensions'
import { type EditorState, NodeSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { StarterKit } from '@tiptap/starter-kit'

import type { EditorContent } from '#web/features/post-editor/blocks.ts'

import { htmlOfBlocks } from './block-html.ts'
import { contentOf, type MediaIdOf } from './doc-blocks.ts'
import { moveBlock } from './move-block.ts'
import { LinkCard, PostButton } from './nodes.ts'
import { cleanPasted } from './paste-cleaner.ts'
import { PaywallLine } from './paywall-line.ts'
import type { PictureBlocks, PollBlocks } from './picture-blocks.ts'
import { keysInDoc, picturesNode } from './pictures-node.ts'
import { pollNode } from './poll-node.ts'

export type Writer = Editor

export interface WriterOptions {
  holder: HTMLElement
  content: EditorContent
  label: string
  placeholder: string
  /** Where the page draws the pictures in the text. */
  blocks: PictureBlocks
  polls: PollBlocks
  mediaIdOf: MediaIdOf
  onChange: (content: EditorContent, pictureKeys: string[]) => void
  /** Pictures, videos and audio that were pasted, or dropped at a place of the text. */
  onFiles: (files: File[], at?: number) => void
  /** A card or a button is to be changed. */
  onOpenNode: () => void
  /** Before the editor's own keys; true: it was handled. */
  onKey: (event: KeyboardEvent) => boolean
}

/** Starts the full-page editor with what a post can hold. */
export function createWriter(options: WriterOptions): Writer {
  const writer = new Editor({
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
      PaywallLine,
      picturesNode(options.blocks),
      pollNode(options.polls),
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
        // Word and web pages put a picture of the text beside it; a copied picture comes without words.
        if (hasWords(event.clipboardData?.getData('text/html') ?? '')) return false
        return takeFiles(event.clipboardData, options.onFiles)
      },
      handleDrop: (view, event) => {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        return takeFiles(event.dataTransfer, (files) => options.onFiles(files, at))
      },
      handleDoubleClickOn: (_view, _pos, node) => {
        if (node.type.name !== 'linkCard' && node.type.name !== 'postButton') return false
        options.onOpenNode()
        return true
      },
      handleKeyDown: (view, event) => {
        if (options.onKey(event)) return true
        const step = event.altKey ? { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key] : undefined
        if (step !== undefined) return moveBlock(writer, step)
        if (event.key === 'Enter' && focusCaption(view)) return true
        if (event.key !== 'Enter' || !isChangeable(view.state)) return false
        options.onOpenNode()
        return true
      },
    },
    onUpdate: ({ editor }) =>
      options.onChange(contentOf(editor, options.mediaIdOf), keysInDoc(editor.state.doc)),
  })
  return writer
}

function hasWords(html: string): boolean {
  return cleanPasted(html) !== ''
}

/** From selected pictures to what can be written below them. */
function focusCaption(view: EditorView): boolean {
  const { selection } = view.state
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'pictures') return false
  const dom = view.nodeDOM(selection.from)
  if (dom instanceof HTMLElement) dom.querySelector('input')?.focus()
  return true
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
