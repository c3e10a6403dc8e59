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

/** The blocks of an editor, which a page draws as they come, change and go. */
export function createPictureBlocks() {
  let blocks: readonly PictureBlock[] = []
  const listeners = new Set<() => void>()
  function keep(next: readonly PictureBlock[]) {
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
    put(block: PictureBlock) {
      const isThere = blocks.some(({ id }) => id === block.id)
      keep(isThere ? blocks.map((one) => (one.id === block.id ? block : one)) : [...blocks, block])
    },
    drop(id: number) {
      keep(blocks.filter((block) => block.id !== id))
    },
  }
}

export type PictureBlocks = ReturnType<typeof createPictureBlocks>

export function keysOf(attributes: Readonly<Record<string, unknown>> | undefined): string[] {
  const keys = attributes?.['keys']
  return typeof keys === 'string' ? keys.split(' ').filter((key) => key !== '') : []
}
