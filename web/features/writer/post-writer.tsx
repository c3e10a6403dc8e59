import { Keyboard } from 'lucide-react'
import { Fragment, type ReactNode, type RefObject, Suspense, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

import type { EditorContent } from './blocks/blocks.ts'
import type { MediaIdOf } from './blocks/doc-blocks.ts'
import type { Writer } from './create-writer.ts'
import { writerTexts as texts } from './messages.ts'
import { createBlocks, type PictureBlock } from './nodes/picture-blocks.ts'
import { ACTIONS } from './tools/actions.ts'
import { ShortcutsDialog } from './tools/shortcuts-dialog.tsx'
import { Toolbar } from './tools/toolbar.tsx'
import { useWriterTools } from './use-writer-tools.tsx'
import { WriterArea } from './writer-area.tsx'

// With the editor's own code, which it is written against.
const BlockHandle = lazyPart(async () => (await import('./moving/block-handle.tsx')).BlockHandle)

export type PostWriterProps = {
  pageHandle: string
  initialContent: EditorContent
  /** Set while the editor exists. */
  writerRef: RefObject<Writer | null>
  /** The bar above the tools. */
  top: ReactNode
  /** Between the tools and the text: cover, title. */
  head: ReactNode
  /** Below the text. */
  foot: ReactNode
  /** Everyone may read the post: its line for members changes nothing. */
  isForEveryone: boolean
  mediaIdOf: MediaIdOf
  /** Draws pictures that stand in the text. */
  renderPictures: (block: PictureBlock) => ReactNode
  /** `pictureKeys`: those in the text; absent while the editor loads, when they are as they were. */
  onChange: (content: EditorContent, pictureKeys?: string[]) => void
  /** Pasted, or dropped at a place of the text. */
  onFiles: (files: File[], at?: number) => void
  onPickFiles: (kind: 'image' | 'player') => void
  onAddEmbed: () => void
  onSave: () => void
}

/** The full-page editor with its tools: toolbar, the menu of "/", dialogs and keys. */
export function PostWriter(props: PostWriterProps) {
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [blocks] = useState(() => createBlocks<PictureBlock>())
  const shownBlocks = useSyncExternalStore(blocks.subscribe, blocks.list, blocks.list)
  const { writer, around, area, menu, dialogs } = useWriterTools({
    writerRef: props.writerRef,
    pageHandle: props.pageHandle,
    actions: ACTIONS,
    pickFiles: props.onPickFiles,
    addEmbed: props.onAddEmbed,
    onKey: (key, isCommand) => {
      if (isCommand && key === 's') props.onSave()
      else if (isCommand && key === '/') setIsHelpOpen(true)
      else return false
      return true
    },
  })

  return (
    <>
      <header className="sticky top-0 z-20 border-b border-line bg-paper">
        {props.top}
        <div className="mx-auto max-w-[58rem] px-2 sm:px-5">
          <Toolbar writer={writer} around={around} actions={ACTIONS}>
            <IconButton
              label={texts.shortcuts.open}
              icon={<Keyboard aria-hidden="true" />}
              className="max-sm:hidden"
              onClick={() => setIsHelpOpen(true)}
            />
          </Toolbar>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[46rem] px-4 pt-8 pb-24 outline-none sm:px-6 sm:pt-12"
      >
        {props.head}
        <div className="relative mt-6" data-is-for-everyone={props.isForEveryone || undefined}>
          <WriterArea
            {...area}
            initialContent={props.initialContent}
            pictures={blocks}
            mediaIdOf={props.mediaIdOf}
            className="min-h-[40vh]"
            onChange={props.onChange}
            onFiles={props.onFiles}
          />
          {writer && (
            <Suspense>
              <BlockHandle {...{ writer, around }} />
            </Suspense>
          )}
        </div>
        {shownBlocks.map((block) => (
          <Fragment key={block.id}>{createPortal(props.renderPictures(block), block.dom)}</Fragment>
        ))}
        {props.foot}
        {menu}
      </main>
      {dialogs}
      <ShortcutsDialog isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </>
  )
}
