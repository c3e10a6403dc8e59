import type { RefObject } from 'react'

import { postEditorTexts } from './messages.ts'

const texts = postEditorTexts.editor

/**
 * Takes what people type while an editor's code still loads: they begin as soon as they see where to write. The editor
 * takes it over with {@link takeEarlyText} when it is ready.
 */
export function EarlyText({
  textRef,
  initial,
  placeholder,
  className,
  onChange,
}: {
  textRef: RefObject<HTMLTextAreaElement | null>
  /** Of an attempt to load the editor that failed. */
  initial: string
  placeholder: string
  className: string
  onChange: (text: string) => void
}) {
  return (
    <textarea
      ref={textRef}
      defaultValue={initial}
      aria-label={texts.early}
      aria-busy
      placeholder={placeholder}
      dir="auto"
      data-autofocus
      onChange={(event) => onChange(event.target.value)}
      onCompositionStart={({ currentTarget }) => currentTarget.toggleAttribute('data-composing', true)}
      onCompositionEnd={({ currentTarget }) => currentTarget.toggleAttribute('data-composing', false)}
      className={className}
    />
  )
}

/** What was typed until now, and whether the cursor is there. Waits for a word that an input method still puts together. */
export async function takeEarlyText(
  textRef: RefObject<HTMLTextAreaElement | null>,
): Promise<{ text: string; isFocused: boolean }> {
  const area = textRef.current
  if (area?.hasAttribute('data-composing'))
    await new Promise((resolve) => area.addEventListener('compositionend', resolve, { once: true }))
  return { text: area?.value ?? '', isFocused: area !== null && area === document.activeElement }
}
