import type { EditorContent } from '#web/features/writer/blocks/blocks.ts'

import { writeTexts as texts } from './messages.ts'
import { lengthOf } from './text-facts.ts'

/** How long the text is so far. */
export function TextLength({ content }: { content: EditorContent }) {
  const { words, minutes } = lengthOf(content)
  return (
    <p className="mt-6 flex gap-1.5 text-sm text-ink-faint tabular-nums">
      <span>{texts.words(words)}</span>
      {words > 0 && (
        <>
          <span aria-hidden="true">·</span>
          <span>{texts.readingTime(minutes)}</span>
        </>
      )}
    </p>
  )
}
