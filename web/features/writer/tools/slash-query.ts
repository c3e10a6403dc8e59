import type { WriterAction } from './actions.ts'
import type { Writer } from '../create-writer.ts'
import { writerTexts } from '../messages.ts'

/** The menu that "/" opens on an otherwise empty line. */
export interface SlashQuery {
  /** Where the slash is. */
  from: number
  /** What was typed after it. */
  words: string
}

/** What is being looked for where the cursor is; null: nothing. */
export function slashQueryAt(writer: Writer): SlashQuery | null {
  const { selection } = writer.state
  const { $from } = selection
  if (!selection.empty || $from.parent.type.name !== 'paragraph') return null
  const text = $from.parent.textContent
  if (!text.startsWith('/') || $from.parentOffset !== text.length || /\s{2}|^\/\s/.test(text)) return null
  return { from: $from.start(), words: text.slice(1).toLowerCase() }
}

/** The actions that a query finds in the menu, by their names and other words for them. */
export function actionsFor(words: string, actions: readonly WriterAction[]): WriterAction[] {
  const also: Readonly<Record<string, string>> = writerTexts.alsoCalled
  return actions.filter(
    ({ id, isInMenu }) =>
      isInMenu && `${writerTexts.actions[id]} ${also[id] ?? ''}`.toLowerCase().includes(words),
  )
}
