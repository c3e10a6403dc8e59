/** Pictures in the text. How they look, and what can be done with each, is the page's: it draws into `dom`. */
export interface PictureBlock {
  id: number
  dom: HTMLElement
  /** Of the media, as the page knows them. */
  keys: readonly string[]
  caption: string
  change: (changes: { keys?: readonly string[]; caption?: string }) => void
  remove: () => void
  /** Back to the text, with the block selected. */
  select: () => void
}

/** A poll in the text, drawn like pictures. */
export interface PollBlock {
  id: number
  dom: HTMLElement
  pollId: string
  remove: () => void
  select: () => void
}

/** The blocks of an editor, which a page draws as they come, change and go. */
export function createBlocks<Block extends { id: number }>() {
  let blocks: readonly Block[] = []
  const listeners = new Set<() => void>()
  function keep(next: readonly Block[]) {
    blocks = next
    for (const listener of listeners) listener()
  }
  return {
    list: () => blocks,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    put(block: Block) {
      const isThere = blocks.some(({ id }) => id === block.id)
      keep(isThere ? blocks.map((one) => (one.id === block.id ? block : one)) : [...blocks, block])
    },
    drop(id: number) {
      keep(blocks.filter((block) => block.id !== id))
    },
  }
}

export type PictureBlocks = ReturnType<typeof createBlocks<PictureBlock>>
export type PollBlocks = ReturnType<typeof createBlocks<PollBlock>>

export function keysOf(attributes: Readonly<Record<string, unknown>> | undefined): string[] {
  const keys = attributes?.['keys']
  return typeof keys === 'string' ? keys.split(' ').filter((key) => key !== '') : []
}
