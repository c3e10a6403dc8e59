import { type RefObject, useCallback, useRef } from 'react'

import { PICTURES_PER_BLOCK } from '#contract/posts/limits.ts'
import { kindOf } from '#web/features/uploader/file-kinds.ts'
import type { Writer } from '#web/features/writer/create-writer.ts'
import type { PictureBlock } from '#web/features/writer/nodes/picture-blocks.ts'
import { insertBlocks } from '#web/features/writer/tools/insert-blocks.ts'
import { toast } from '#web/ui/toast.tsx'

import { writeTexts } from '../messages.ts'
import { savableIds } from './media-items.ts'
import type { MediaInHand } from './use-media-items.ts'

/** How pictures come into the text: picked, pasted, dropped, or added to others that stand there. */
export function useTextPictures({
  media,
  writerRef,
  inputRef,
}: {
  media: MediaInHand
  writerRef: RefObject<Writer | null>
  /** Picks pictures for the text. */
  inputRef: RefObject<HTMLInputElement | null>
}) {
  /** The pictures that the next ones picked stand with. */
  const goal = useRef<PictureBlock | null>(null)

  /** Pictures go where the cursor is, or where they were dropped; everything else below the text. */
  function addFiles(files: readonly File[], at?: number): void {
    const pictures = files.filter((file) => kindOf(file) === 'image')
    const others = files.filter((file) => kindOf(file) !== 'image')
    if (others.length > 0) media.add(others)
    if (pictures.length === 0) return
    const keys = media.add(pictures, 'text')
    if (keys.length < pictures.length) toast.error(writeTexts.media.tooMany)
    if (writerRef.current) insertBlocks(writerRef.current, blocksOf(keys), at)
  }

  function addPicked(files: readonly File[]): void {
    const block = goal.current
    goal.current = null
    if (block === null) return addFiles(files)
    const pictures = files.filter((file) => kindOf(file) === 'image')
    const room = PICTURES_PER_BLOCK - block.keys.length
    if (pictures.length > room) toast.error(writeTexts.inText.full(PICTURES_PER_BLOCK))
    block.change({ keys: [...block.keys, ...media.add(pictures.slice(0, room), 'text')] })
  }

  const pick = useCallback(
    (block: PictureBlock | null = null) => {
      goal.current = block
      inputRef.current?.click()
    },
    [inputRef],
  )

  return {
    addFiles,
    addPicked,
    pick,
    mediaIdOf: (key: string): string | null => {
      const item = media.findItem(key)
      return item === null ? null : (savableIds([item])[0] ?? null)
    },
  }
}

function blocksOf(keys: readonly string[]) {
  return Array.from({ length: Math.ceil(keys.length / PICTURES_PER_BLOCK) }, (_, index) => ({
    type: 'pictures',
    attrs: {
      keys: keys.slice(index * PICTURES_PER_BLOCK, (index + 1) * PICTURES_PER_BLOCK).join(' '),
      caption: '',
    },
  }))
}
