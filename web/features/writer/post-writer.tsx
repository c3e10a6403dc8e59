import { Keyboard } from 'lucide-react'
import {
  Fragment,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'

import type { EditorContent } from '#web/features/post-editor/blocks.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

import type { Surroundings } from './actions.ts'
import type { Writer } from './create-writer.ts'
import { InsertDialog } from './insert-dialog.tsx'
import { type Insertion, type InsertionKind, insertionAt, selectedInsertion } from './insertions.ts'
import { writerTexts as texts } from './messages.ts'
import type { MediaIdOf } from './doc-blocks.ts'
import { createBlocks, type PictureBlock, type PollBlock } from './picture-blocks.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { type KeyTaker, SlashMenu } from './slash-menu.tsx'
import { Toolbar } from './toolbar.tsx'
import { WriterArea } from './writer-area.tsx'

// With the editor's own code, which it is written against.
const BlockHandle = lazyPart(async () => (await import('./block-handle.tsx')).BlockHandle)

export type PostWriterProps = {
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
  /** Draws polls that stand in the text. */
  renderPoll: (block: PollBlock) => ReactNode
  onChange: (content: EditorContent, pictureKeys: string[]) => void
  /** Pasted, or dropped at a place of the text. */
  onFiles: (files: File[], at?: number) => void
  onPickFiles: (kind: 'image' | 'player') => void
  onAddEmbed: () => void
  onAddPoll: () => void
  onSave: () => void
}

/** The full-page editor with its tools: toolbar, the menu of "/", dialogs and keys. */
export function PostWriter(props: PostWriterProps) {
  const { writerRef, onPickFiles, onAddEmbed, onAddPoll } = props
  const [writer, setWriter] = useState<Writer | null>(null)
  const [insertion, setInsertion] = useState<Insertion | null>(null)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const takerRef = useRef<KeyTaker | null>(null)
  const [blocks] = useState(() => createBlocks<PictureBlock>())
  const shownBlocks = useSyncExternalStore(blocks.subscribe, blocks.list, blocks.list)
  const [polls] = useState(() => createBlocks<PollBlock>())
  const shownPolls = useSyncExternalStore(polls.subscribe, polls.list, polls.list)
  const takeKeys = useCallback((taker: KeyTaker | null) => {
    takerRef.current = taker
  }, [])

  const around = useMemo<Surroundings>(
    () => ({
      ask: (kind: InsertionKind) => {
        if (writerRef.current) setInsertion(insertionAt(writerRef.current, kind))
      },
      pickFiles: onPickFiles,
      addEmbed: onAddEmbed,
      addPoll: onAddPoll,
    }),
    [writerRef, onPickFiles, onAddEmbed, onAddPoll],
  )

  function begin(started: Writer | null) {
    writerRef.current = started
    setWriter(started)
  }

  function takeKey(event: KeyboardEvent): boolean {
    const isCommand = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    if (isCommand && key === 'k') around.ask('link')
    else if (isCommand && key === 's') props.onSave()
    else if (isCommand && key === '/') setIsHelpOpen(true)
    else if (event.altKey && event.key === 'F10')
      document.querySelector<HTMLElement>('[data-writer-toolbar] button[tabindex="0"]')?.focus()
    else return false
    event.preventDefault()
    return true
  }

  return (
    <>
      <header className="sticky top-0 z-20 border-b border-line bg-paper">
        {props.top}
        <div className="mx-auto max-w-[58rem] px-2 sm:px-5">
          <Toolbar writer={writer} around={around}>
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
            initialContent={props.initialContent}
            takerRef={takerRef}
            blocks={blocks}
            polls={polls}
            mediaIdOf={props.mediaIdOf}
            onReady={begin}
            onChange={props.onChange}
            onFiles={props.onFiles}
            onOpenNode={() => setInsertion(writer && selectedInsertion(writer))}
            onKey={takeKey}
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
        {shownPolls.map((block) => (
          <Fragment key={`poll ${block.id}`}>{createPortal(props.renderPoll(block), block.dom)}</Fragment>
        ))}
        {props.foot}
        {writer && <SlashMenu writer={writer} around={around} onTakeKeys={takeKeys} />}
      </main>
      {writer && <InsertDialog insertion={insertion} writer={writer} onClose={() => setInsertion(null)} />}
      <ShortcutsDialog isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </>
  )
}
