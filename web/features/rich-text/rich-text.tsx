import { cloneElement, Fragment, type ReactElement } from 'react'

import { piecesOf } from '#contract/rich-text.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** A message with elements inside: each slot's words become the content of the element of its name. */
export function RichText({ text, slots }: { text: string; slots?: Readonly<Record<string, ReactElement>> }) {
  const pieces = piecesOf(text)
  return pieces.map((piece, index) => {
    if (index % 3 === 0) return piece
    if (index % 3 === 1) return null
    const name = pieces[index - 1] ?? ''
    if (name === 'aloud') return <VisuallyHidden key={name}>{piece}</VisuallyHidden>
    const element = slots?.[name]
    // Without words, the element brings its own.
    const filled = element && piece !== '' ? cloneElement(element, undefined, piece) : element
    return <Fragment key={name}>{filled ?? piece}</Fragment>
  })
}
