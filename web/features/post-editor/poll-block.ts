import type { API, BlockAPI, BlockTool, BlockToolConstructorOptions } from '@editorjs/editorjs'

import type { createBlocks } from '#web/features/writer/picture-blocks.ts'

import { postEditorTexts } from './messages.ts'

/** A poll among the editor's blocks. How it looks is the dialog's: it draws into `dom`. */
export interface PlacedPoll {
  id: number
  dom: HTMLElement
  pollId: string
  remove: () => void
}

/** How the editor and the dialog around it share polls. */
export interface PollPlaces {
  blocks: ReturnType<typeof createBlocks<PlacedPoll>>
  /** Opens the form; answers with the poll that was written, or null. */
  ask: (onAnswer: (pollId: string | null) => void) => void
}

/** Lucide's `chart-bar-big`; the editor takes its icons as text. */
const ICON =
  '<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M3 3v16a2 2 0 0 0 2 2h16"/><rect x="7" y="13" width="9" height="4" rx="1"/><rect x="7" y="5" width="12" height="4" rx="1"/></svg>'

let lastId = 0

/** A poll that stands in the text: written before, and named by its id. Chosen in the menu, it asks for one. */
export class PollBlock implements BlockTool {
  private readonly api: API
  private readonly block: BlockAPI
  private readonly places: PollPlaces
  private readonly dom = document.createElement('div')
  private readonly id: number
  private pollId: string

  static get toolbox() {
    return { title: postEditorTexts.polls.name, icon: ICON }
  }

  constructor({
    data,
    api,
    block,
    config,
  }: BlockToolConstructorOptions<{ pollId?: string }, { places: PollPlaces }>) {
    if (!config) throw new Error('Polls need somebody who draws them')
    this.api = api
    this.block = block
    this.places = config.places
    this.pollId = data.pollId ?? ''
    lastId += 1
    this.id = lastId
  }

  render(): HTMLElement {
    this.dom.className = 'post-editor-poll'
    this.dom.contentEditable = 'false'
    // What the page draws there is no change of the text.
    this.dom.dataset['mutationFree'] = 'true'
    // Keys in its buttons are theirs; Escape is the dialog's.
    this.dom.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') event.stopPropagation()
    })
    if (this.pollId !== '') this.put()
    return this.dom
  }

  rendered(): void {
    if (this.pollId !== '') return
    this.places.ask((pollId) => {
      if (pollId === null) return this.remove()
      this.pollId = pollId
      this.put()
      this.block.dispatchChange()
    })
  }

  save(): { pollId: string } {
    return { pollId: this.pollId }
  }

  validate({ pollId }: { pollId: string }): boolean {
    return pollId !== ''
  }

  destroy(): void {
    this.places.blocks.drop(this.id)
  }

  removed(): void {
    this.places.blocks.drop(this.id)
  }

  private put(): void {
    const { id, dom, pollId } = this
    this.places.blocks.put({ id, dom, pollId, remove: () => this.remove() })
  }

  private remove(): void {
    const index = this.api.blocks.getBlockIndex(this.block.id)
    if (index >= 0) this.api.blocks.delete(index)
  }
}
