import { type RefObject, useEffect, useRef, useState } from 'react'

import { type EditorContent, withText } from '#web/features/post-editor/blocks.ts'
import { EarlyText, takeEarlyText } from '#web/features/post-editor/early-text.tsx'
import { Button } from '#web/ui/button.tsx'

import { htmlOfBlocks } from './block-html.ts'
import type { Writer } from './create-writer.ts'
import type { MediaIdOf } from './doc-blocks.ts'
import { writerTexts as texts } from './messages.ts'
import type { PictureBlocks, PollBlocks } from './picture-blocks.ts'
import type { KeyTaker } from './slash-menu.tsx'

export type WriterAreaProps = {
  /** What it begins with; later changes go through the writer. */
  initialContent: EditorContent
  /** The keys of an open menu. */
  takerRef: RefObject<KeyTaker | null>
  onReady: (writer: Writer | null) => void
  blocks: PictureBlocks
  polls: PollBlocks
  mediaIdOf: MediaIdOf
  onChange: (content: EditorContent, pictureKeys: string[]) => void
  onFiles: (files: File[], at?: number) => void
  onOpenNode: () => void
  onKey: (event: KeyboardEvent) => boolean
}

/** The text of a post on a page of its own; the editor's code loads when it is first shown. */
export function WriterArea(props: WriterAreaProps) {
  const [attempt, setAttempt] = useState(0)
  const [early, setEarly] = useState('')
  return (
    <Attempt
      key={attempt}
      {...props}
      early={early}
      onEarly={setEarly}
      onRetry={() => setAttempt(attempt + 1)}
    />
  )
}

function Attempt({
  initialContent,
  takerRef,
  blocks,
  polls,
  early,
  onEarly,
  onRetry,
  ...callbacks
}: WriterAreaProps & { early: string; onEarly: (text: string) => void; onRetry: () => void }) {
  const holderRef = useRef<HTMLDivElement>(null)
  const earlyRef = useRef<HTMLTextAreaElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  // Read when the editor starts or changes, not when React renders.
  const latest = useRef({ initialContent, ...callbacks })
  useEffect(() => {
    latest.current = { initialContent, ...callbacks }
  })

  useEffect(() => {
    const holder = holderRef.current
    if (!holder) return undefined
    let isGone = false
    let writer: Writer | null = null
    async function start(element: HTMLElement) {
      const { createWriter } = await import('./create-writer.ts')
      const { text, isFocused } = await takeEarlyText(earlyRef)
      if (isGone) return
      writer = createWriter({
        holder: element,
        content: latest.current.initialContent,
        label: texts.label,
        placeholder: texts.placeholder,
        blocks,
        polls,
        mediaIdOf: (key) => latest.current.mediaIdOf(key),
        onChange: (content, pictureKeys) => latest.current.onChange(content, pictureKeys),
        onFiles: (files, at) => latest.current.onFiles(files, at),
        onOpenNode: () => latest.current.onOpenNode(),
        onKey: (event) => takerRef.current?.(event) === true || latest.current.onKey(event),
      })
      latest.current.onReady(writer)
      setState('ready')
      // A change like any other, so that it is saved.
      if (text !== '')
        writer.commands.setContent(htmlOfBlocks(withText(latest.current.initialContent, text)), {
          emitUpdate: true,
          // A space at its end was typed to go on after it.
          parseOptions: { preserveWhitespace: 'full' },
        })
      if (isFocused) writer.commands.focus('end')
    }
    start(holder).catch(() => {
      if (!isGone) setState('failed')
    })
    return () => {
      isGone = true
      latest.current.onReady(null)
      writer?.destroy()
    }
  }, [takerRef, blocks, polls])

  return (
    <div className="relative min-h-[40vh]">
      <div ref={holderRef} />
      {state === 'loading' && (
        <EarlyText
          textRef={earlyRef}
          initial={early}
          placeholder={texts.placeholder}
          className="prose writer-text absolute inset-0 w-full resize-none bg-transparent placeholder:text-ink-faint"
          onChange={onEarly}
        />
      )}
      {state === 'failed' && (
        <div className="flex flex-col items-center gap-3 py-16 text-ink-soft">
          <p role="alert">{texts.notLoaded}</p>
          <Button size="small" onClick={onRetry}>
            {texts.retry}
          </Button>
        </div>
      )}
    </div>
  )
}
