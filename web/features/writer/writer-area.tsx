import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { type EditorContent, withText } from './blocks/blocks.ts'
import type { MediaIdOf } from './blocks/doc-blocks.ts'
import type { Writer } from './create-writer.ts'
import { writerTexts as texts } from './messages.ts'
import type { PictureBlocks, PollBlocks } from './nodes/picture-blocks.ts'
import type { KeyTaker } from './tools/slash-menu.tsx'

export type WriterAreaProps = {
  /** What it begins with; later changes go through the writer. */
  initialContent: EditorContent
  /** The keys of an open menu. */
  takerRef: RefObject<KeyTaker | null>
  onReady: (writer: Writer | null) => void
  /** Pictures in the text; absent: it takes none, nor a line for members, nor buttons. */
  pictures?: PictureBlocks
  polls: PollBlocks
  mediaIdOf: MediaIdOf
  /** Focus goes here when a dialog opens. */
  isFirst?: boolean
  className: string
  onChange: (content: EditorContent, pictureKeys?: string[]) => void
  onFiles: (files: File[], at?: number) => void
  onOpenNode: () => void
  onKey: (event: KeyboardEvent) => boolean
}

/**
 * The text of a post. The editor's code loads when it is first shown, and people begin to write as soon as they see where:
 * until then a plain field takes their words, which the editor takes over with the caret and the focus.
 */
export function WriterArea({ initialContent, ...props }: WriterAreaProps) {
  const [attempt, setAttempt] = useState(0)
  const [initial] = useState(initialContent)
  const [early, setEarly] = useState('')
  function takeEarly(text: string) {
    setEarly(text)
    props.onChange(withText(initial, text))
  }
  return (
    <Attempt
      key={attempt}
      {...props}
      initialContent={initial}
      early={early}
      onEarly={takeEarly}
      onRetry={() => setAttempt(attempt + 1)}
    />
  )
}

function Attempt({
  initialContent,
  takerRef,
  pictures,
  polls,
  className,
  isFirst,
  early,
  onEarly,
  onRetry,
  ...callbacks
}: WriterAreaProps & {
  /** What was typed before an attempt to load the editor that failed. */
  early: string
  onEarly: (text: string) => void
  onRetry: () => void
}) {
  const holderRef = useRef<HTMLDivElement>(null)
  const earlyRef = useRef<HTMLTextAreaElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  // Read when something happens in the editor, not when React renders.
  const latest = useEffectEvent(() => callbacks)

  useEffect(() => {
    const holder = holderRef.current
    const field = earlyRef.current
    if (!holder || !field) return undefined
    let isGone = false
    let writer: Writer | null = null
    async function start(element: HTMLElement, typed: HTMLTextAreaElement) {
      const { createWriter, takeOver } = await import('./create-writer.ts')
      await wordFinished(typed)
      if (isGone) return
      writer = createWriter({
        holder: element,
        content: initialContent,
        label: texts.label,
        placeholder: texts.placeholder,
        pictures,
        polls,
        mediaIdOf: (key) => latest().mediaIdOf(key),
        onChange: (content, pictureKeys) => latest().onChange(content, pictureKeys),
        onFiles: (files, at) => latest().onFiles(files, at),
        onOpenNode: () => latest().onOpenNode(),
        onKey: (event) => takerRef.current?.(event) === true || latest().onKey(event),
      })
      takeOver(writer, typed)
      latest().onReady(writer)
      setState('ready')
    }
    start(holder, field).catch(() => {
      if (!isGone) setState('failed')
    })
    return () => {
      isGone = true
      latest().onReady(null)
      writer?.destroy()
    }
  }, [initialContent, takerRef, pictures, polls])

  return (
    <div className={classNames('relative', className)}>
      <div ref={holderRef} />
      {state === 'loading' && (
        <textarea
          ref={earlyRef}
          defaultValue={early}
          aria-label={texts.early}
          aria-busy
          placeholder={texts.placeholder}
          dir="auto"
          data-early-text=""
          data-autofocus={isFirst}
          onChange={(event) => onEarly(event.target.value)}
          onCompositionStart={({ currentTarget }) => currentTarget.toggleAttribute('data-composing', true)}
          onCompositionEnd={({ currentTarget }) => currentTarget.toggleAttribute('data-composing', false)}
          className="prose writer-text absolute inset-0 size-full resize-none bg-transparent outline-none placeholder:text-ink-faint"
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

/** Waits for a word that an input method still puts together. */
async function wordFinished(field: HTMLTextAreaElement): Promise<void> {
  if (field.hasAttribute('data-composing'))
    await new Promise((resolve) => field.addEventListener('compositionend', resolve, { once: true }))
}
