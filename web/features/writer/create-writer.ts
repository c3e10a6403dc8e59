import './writer.css'

import { Editor, Extension } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { ListItem } from '@tiptap/extension-list'
import { Placeholder } from '@tiptap/extensions'
import { type EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { StarterKit } from '@tiptap/starter-kit'

import { isComposing } from '#web/ui/composing.ts'

import { htmlToEdit } from './blocks/block-html.ts'
import type { EditorContent } from './blocks/blocks.ts'
import { contentOf, type MediaIdOf } from './blocks/doc-blocks.ts'
import { moveBlock } from './moving/move-block.ts'
import { LinkCard, PostButton } from './nodes/link-nodes.ts'
import { cleanPasted } from './paste/paste-cleaner.ts'
import { PaywallLine } from './nodes/paywall-line.ts'
import type { PictureBlocks, PollBlocks } from './nodes/picture-blocks.ts'
import { keysInDoc, picturesNode } from './nodes/pictures-node.ts'
import { pollNode } from './nodes/poll-node.ts'

export type Writer = Editor

export interface WriterOptions {
  holder: HTMLElement
  content: EditorContent
  label: string
  placeholder: string
  /** Where the page draws the pictures in the text; absent: it takes none, nor a line for members, nor buttons. */
  pictures: PictureBlocks | undefined
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

/** What a stored block has beside its data goes with it through the editor (blocks/block-html.ts). */
const StoredBlocks = Extension.create({
  name: 'storedBlocks',
  addGlobalAttributes: () => [
    {
      types: [
        'paragraph',
        'heading',
        'bulletList',
        'orderedList',
        'blockquote',
        'codeBlock',
        'horizontalRule',
        'linkCard',
        'postButton',
        'paywall',
        'pictures',
        'poll',
      ],
      attributes: {
        block: {
          default: '',
          rendered: false,
          // The second half of a paragraph is another block.
          keepOnSplit: false,
          parseHTML: (element) => element.dataset['block'] ?? '',
        },
      },
    },
  ],
})

/** Starts the editor with what a post can hold. */
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
      pollNode(options.polls),
      ...(options.pictures ? [PostButton, PaywallLine, picturesNode(options.pictures)] : []),
      StoredBlocks,
    ],
    content: htmlToEdit(options.content),
    // A space at the end of a line was typed to go on after it.
    parseOptions: { preserveWhitespace: true },
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
      handleDOMEvents: {
        // The editor does nothing with Escape but keep it from what is around it, such as a dialog.
        keydown: (_view, event) => event.key === 'Escape' && !isComposing(event) && !options.onKey(event),
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

/**
 * Goes on with what was typed into a field while the editor loaded, below the text that was there. All in one step: no key
 * falls between the two.
 */
export function takeOver({ view, schema }: Writer, field: HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd } = field
  const hasFocus = document.activeElement === field
  if (value === '' && !hasFocus) return
  const { doc, tr } = view.state
  const last = doc.lastChild
  if (value === '' && last?.isTextblock) tr.setSelection(TextSelection.atEnd(doc))
  else {
    // A line of its own: what is typed would replace a card or a poll at the end.
    const end = doc.content.size
    const begin = last?.isTextblock && last.content.size === 0 ? end - last.nodeSize : end
    const lines = value.split('\n').map((line) => {
      const paragraph = schema.nodes['paragraph']?.create(null, line === '' ? null : schema.text(line))
      if (!paragraph) throw new Error('A text has paragraphs')
      return paragraph
    })
    tr.replaceWith(begin, end, lines)
    // A line's end is one character there, and the end and the beginning of a paragraph here.
    const placeOf = (at: number) => begin + at + value.slice(0, at).split('\n').length
    tr.setSelection(TextSelection.create(tr.doc, placeOf(selectionStart), placeOf(selectionEnd)))
    tr.setMeta('addToHistory', false)
  }
  view.dispatch(tr)
  if (hasFocus) view.focus()
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
