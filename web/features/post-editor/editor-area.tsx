import { type RefObject, useEffect, useRef, useState } from 'react'

import { Button } from '#web/ui/button.tsx'

import { type EditorContent, withText } from './blocks.ts'
import type { Editor } from './create-editor.ts'
import { EarlyText, takeEarlyText } from './early-text.tsx'
import { postEditorTexts } from './messages.ts'
import type { PollPlaces } from './poll-block.ts'

const texts = postEditorTexts.editor

export type EditorAreaProps = {
  label: string
  placeholder: string
  help: string
  /** The initial content; later changes go through `editorRef`. */
  initialContent: EditorContent | null
  polls: PollPlaces
  onChange: (content: EditorContent) => void
  /** Set while the editor exists. */
  editorRef: RefObject<Editor | null>
}

/** The rich text editor; its code loads when it is first shown. */
export function EditorArea(props: EditorAreaProps) {
  const [attempt, setAttempt] = useState(0)
  const [early, setEarly] = useState('')
  function takeEarly(text: string) {
    setEarly(text)
    props.onChange(withText(props.initialContent, text))
  }
  return (
    <EditorAttempt
      key={attempt}
      {...props}
      early={early}
      onEarly={takeEarly}
      onRetry={() => setAttempt(attempt + 1)}
    />
  )
}

function EditorAttempt({
  label,
  placeholder,
  help,
  initialContent,
  polls,
  onChange,
  editorRef,
  early,
  onEarly,
  onRetry,
}: EditorAreaProps & { early: string; onEarly: (text: string) => void; onRetry: () => void }) {
  const holderRef = useRef<HTMLDivElement>(null)
  const earlyRef = useRef<HTMLTextAreaElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  // Read when the editor starts or changes, not when React renders.
  const latest = useRef({ initialContent, onChange })
  useEffect(() => {
    latest.current.onChange = onChange
  }, [onChange])

  useEffect(() => {
    const holder = holderRef.current
    if (!holder) return undefined
    let isGone = false
    let editor: Editor | null = null
    async function start(element: HTMLElement) {
      const { createEditor } = await import('./create-editor.ts')
      if (isGone) return
      const { initialContent: before } = latest.current
      let { text, isFocused } = await takeEarlyText(earlyRef)
      editor = await createEditor({
        holder: element,
        content: withText(before, withLastSpace(text)),
        placeholder,
        polls,
        onChange: (content) => {
          if (!isGone) latest.current.onChange(content)
        },
      })
      if (isGone) {
        editor.destroy()
        return
      }
      for (let taken = text; ; taken = text) {
        ;({ text, isFocused } = await takeEarlyText(earlyRef))
        if (text === taken) break
        await editor.write(withText(before, withLastSpace(text)))
      }
      editorRef.current = editor
      setState('ready')
      if (isFocused) editor.focus()
    }
    start(holder).catch(() => {
      if (!isGone) setState('failed')
    })
    return () => {
      isGone = true
      editorRef.current = null
      editor?.destroy()
    }
  }, [editorRef, placeholder, polls])

  useEffect(() => {
    // Esc closes the editor's own menu first, and only then the dialog. On the window, because the editor listens on
    // the document and has closed the menu before any other listener can check.
    function keepDialog(event: KeyboardEvent) {
      if (event.key === 'Escape' && holderRef.current?.querySelector('.ce-popover--opened'))
        event.preventDefault()
    }
    window.addEventListener('keydown', keepDialog, true)
    return () => window.removeEventListener('keydown', keepDialog, true)
  }, [])

  return (
    <div>
      <p id="post-editor-label" className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      <div className="relative">
        <div
          ref={holderRef}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Editor.js builds the editable elements in it
          role="textbox"
          aria-multiline="true"
          aria-labelledby="post-editor-label"
          aria-describedby="post-editor-help"
          tabIndex={-1}
          aria-hidden={state !== 'ready' || undefined}
          className="post-editor"
        />
        {state === 'loading' && (
          <EarlyText
            textRef={earlyRef}
            initial={early}
            placeholder={placeholder}
            className="absolute inset-0 z-10 resize-none rounded-control border border-line-strong bg-paper-raised px-3.5 py-3 text-[1.0625rem] leading-[1.65] placeholder:text-ink-faint"
            onChange={onEarly}
          />
        )}
        {state === 'failed' && (
          <div className="absolute inset-0 grid place-items-center rounded-control border border-line bg-paper-raised">
            <div className="flex flex-col items-center gap-3 text-ink-soft">
              <p role="alert">{texts.notLoaded}</p>
              <Button size="small" onClick={onRetry}>
                {texts.retry}
              </Button>
            </div>
          </div>
        )}
      </div>
      <p id="post-editor-help" className="mt-1.5 text-sm text-ink-faint">
        {help}
      </p>
    </div>
  )
}

/** A space at the end was typed to go on after it; in mark-up it would count for nothing. */
function withLastSpace(text: string): string {
  return text.replace(/ $/, '\u00A0')
}
