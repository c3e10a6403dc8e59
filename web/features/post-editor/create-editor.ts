import './editor.css'

import EditorJS, { type BlockToolConstructorOptions, type OutputData } from '@editorjs/editorjs'
import Header from '@editorjs/header'
import EditorjsList from '@editorjs/list'
import Paragraph from '@editorjs/paragraph'

import { isComposing } from '#web/ui/composing.ts'

import { type EditorContent, editorContent } from './blocks.ts'
import { LinkBlock } from './link-block.ts'
import { postEditorTexts } from './messages.ts'
import { PollBlock, type PollPlaces } from './poll-block.ts'

const texts = postEditorTexts.editor

export interface Editor {
  /** The current content. */
  read: () => Promise<EditorContent>
  /** Replaces the content; null empties it. */
  write: (content: EditorContent | null) => Promise<void>
  /** Puts a poll that was written below the text. */
  addPoll: (pollId: string) => void
  focus: () => void
  destroy: () => void
}

export interface EditorOptions {
  holder: HTMLElement
  content: EditorContent | null
  placeholder: string
  polls: PollPlaces
  onChange: (content: EditorContent) => void
}

/** Bulleted and numbered lists; posts have no checklists. */
class PlainList extends EditorjsList {
  static override get toolbox() {
    const entries = super.toolbox
    return Array.isArray(entries) ? entries.filter((entry) => entry.title !== 'Checklist') : entries
  }

  override renderSettings() {
    return super.renderSettings().filter((item) => !('label' in item) || item.label !== 'Checklist')
  }
}

/** The package's own types ask for a config that the editor may leave out. */
class PlainParagraph extends Paragraph {
  constructor(options: BlockToolConstructorOptions) {
    super({ ...options, config: options.config ?? {} })
  }
}

/** Editor.js is ready, and watches its blocks, only when the browser is idle: each up to two seconds late. */
const WATCHES_ITSELF_MS = 5000

/** Starts Editor.js with the spec's tools (header, list, link, paragraph) and polls. */
export async function createEditor({
  holder,
  content,
  placeholder,
  polls,
  onChange,
}: EditorOptions): Promise<Editor> {
  const editor = new EditorJS({
    holder,
    placeholder,
    // Only the space below the last block; the area's own height is in editor.css.
    minHeight: 0,
    defaultBlock: 'paragraph',
    data: outputData(content),
    tools: {
      paragraph: { class: PlainParagraph, inlineToolbar: true },
      header: { class: Header, inlineToolbar: true, config: { levels: [2, 3, 4], defaultLevel: 2 } },
      list: { class: PlainList, inlineToolbar: true },
      linkTool: { class: LinkBlock },
      poll: { class: PollBlock, config: { places: polls } },
    },
    onChange: (api) => void api.saver.save().then((saved) => onChange(editorContent.parse(saved))),
  })
  // People type as soon as they see it.
  const early = new AbortController()
  async function report() {
    await editor.isReady
    if (!early.signal.aborted) onChange(editorContent.parse(await editor.save()))
  }
  holder.addEventListener('input', () => void report(), { signal: early.signal })
  await editor.isReady
  setTimeout(() => early.abort(), WATCHES_ITSELF_MS)
  holder.addEventListener('keydown', chooseFirstFound, { capture: true })
  const naming = nameControls(holder)
  return {
    read: async () => editorContent.parse(await editor.save()),
    write: async (replacement) => {
      if (replacement) await editor.render(outputData(replacement))
      else editor.clear()
    },
    addPoll: (pollId) => {
      editor.blocks.insert('poll', { pollId }, undefined, editor.blocks.getBlocksCount())
    },
    focus: () => void editor.focus(true),
    destroy: () => {
      early.abort()
      holder.removeEventListener('keydown', chooseFirstFound, { capture: true })
      naming.disconnect()
      editor.destroy()
    },
  }
}

function outputData(content: EditorContent | null): OutputData {
  return { ...content, blocks: content?.blocks ?? [] }
}

/** Enter takes the first that the menu's filter finds: Editor.js waits until one is chosen by the arrow keys. */
function chooseFirstFound(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || isComposing(event) || !(event.target instanceof HTMLInputElement)) return
  const menu = event.target.closest('.ce-popover')
  if (menu === null || menu.querySelector('.ce-popover-item--focused') !== null) return
  const first = menu.querySelector<HTMLElement>('.ce-popover-item:not(.ce-popover-item--hidden)')
  if (first === null) return
  event.preventDefault()
  event.stopPropagation()
  first.click()
}

/** Adds what Editor.js omits for screen readers and the keyboard to its menus whenever they are created. */
function nameControls(holder: HTMLElement): MutationObserver {
  const observer = new MutationObserver(() => {
    for (const [selector, name] of NAMELESS)
      for (const button of holder.querySelectorAll(`${selector}:not([aria-label])`))
        button.setAttribute('aria-label', name)
    for (const list of holder.querySelectorAll('.ce-popover__items:not([tabindex])'))
      list.setAttribute('tabindex', '0')
  })
  observer.observe(holder, { childList: true, subtree: true })
  return observer
}

const NAMELESS: readonly (readonly [string, string])[] = [
  ['[data-item-name="convert-to"]', texts.convertTo],
  [':is(.ce-inline-tool--bold, [data-item-name="bold"])', texts.bold],
  [':is(.ce-inline-tool--italic, [data-item-name="italic"])', texts.italic],
  [':is(.ce-inline-tool--link, [data-item-name="link"])', texts.link],
]
