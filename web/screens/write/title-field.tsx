import type { KeyboardEvent } from 'react'

import { POST_TITLE_MAX_LENGTH } from '#contract/posts/limits.ts'
import { isComposing } from '#web/ui/composing.ts'

import { writeTexts } from './messages.ts'

const texts = writeTexts.title

/** The post's title as large as it will be; it grows with its words, and Enter leads on to the text. */
export function TitleField({
  value,
  shouldFocus,
  onChange,
  onLeave,
}: {
  value: string
  shouldFocus: boolean
  onChange: (title: string) => void
  onLeave: () => void
}) {
  function leave(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    onLeave()
  }
  return (
    <textarea
      aria-label={texts.label}
      placeholder={texts.placeholder}
      value={value}
      rows={1}
      dir="auto"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has one purpose, and an empty title is where it begins
      autoFocus={shouldFocus}
      maxLength={POST_TITLE_MAX_LENGTH}
      // A title is one line, however long.
      onChange={(event) => onChange(event.target.value.replaceAll('\n', ' '))}
      onKeyDown={leave}
      className="field-sizing-content w-full resize-none bg-transparent pb-1.5 font-display text-3xl text-ink outline-none placeholder:text-ink-faint sm:text-4xl"
    />
  )
}
