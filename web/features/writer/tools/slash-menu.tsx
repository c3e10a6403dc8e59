import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

import { classNames } from '#web/ui/class-names.ts'

import type { Writer } from '../create-writer.ts'
import { writerTexts as texts, writerTexts } from '../messages.ts'
import type { Surroundings, WriterAction } from './actions.ts'

/** Handles a key before the editor does; true: it was the menu's. */
export type KeyTaker = (event: KeyboardEvent) => boolean

/**
 * The menu that "/" opens where the cursor is. The focus stays in the text: the arrow keys choose, Enter inserts, Escape
 * closes the menu and nothing else.
 */
export function SlashMenu({
  writer,
  around,
  actions,
  onTakeKeys,
}: {
  writer: Writer
  around: Surroundings
  /** Those of this place; the menu has some of them. */
  actions: readonly WriterAction[]
  /** Hands over the menu's keys while it is open, and null when it closes. */
  onTakeKeys: (taker: KeyTaker | null) => void
}) {
  const [query, setQuery] = useState<SlashQuery | null>(null)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [chosen, setChosen] = useState(0)
  const listRef = useRef<HTMLDivElement>(null)
  const id = useId()
  const isOpen = query !== null && query.from !== closedAt
  const found = query === null ? [] : actionsFor(query.words, actions)

  useEffect(() => {
    function look() {
      const next = slashQueryAt(writer)
      setQuery(next)
      setChosen(0)
      if (next === null) setClosedAt(null)
    }
    function leave() {
      setQuery(null)
    }
    writer.on('transaction', look)
    writer.on('blur', leave)
    return () => {
      writer.off('transaction', look)
      writer.off('blur', leave)
    }
  }, [writer])

  useEffect(() => {
    if (!isOpen || query === null) return undefined
    const { from, words } = query
    const options = actionsFor(words, actions)
    onTakeKeys((event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined) setChosen((now) => (now + step + options.length) % Math.max(1, options.length))
      else if (event.key === 'Escape') setClosedAt(from)
      else if (event.key === 'Enter' && options[chosen]) {
        writer
          .chain()
          .deleteRange({ from, to: from + words.length + 1 })
          .run()
        options[chosen].run(writer, around)
      } else return false
      // Whatever is around the editor shouldn't hear of it.
      event.preventDefault()
      event.stopPropagation()
      return true
    })
    return () => onTakeKeys(null)
  }, [isOpen, query, chosen, writer, around, actions, onTakeKeys])

  useLayoutEffect(() => {
    const text = writer.view.dom
    const list = listRef.current
    if (!isOpen || query === null || !list) return undefined
    const { left, bottom, top } = writer.view.coordsAtPos(query.from)
    const isBelow = bottom + list.offsetHeight + 16 < window.innerHeight
    list.style.insetInlineStart = `${Math.max(12, Math.min(left, window.innerWidth - list.offsetWidth - 12))}px`
    list.style.top = `${isBelow ? bottom + 8 : Math.max(12, top - list.offsetHeight - 8)}px`
    text.setAttribute('aria-controls', id)
    if (found.length > 0) text.setAttribute('aria-activedescendant', `${id}-${chosen}`)
    list.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
    return () => {
      text.removeAttribute('aria-controls')
      text.removeAttribute('aria-activedescendant')
    }
  }, [isOpen, query, chosen, writer, id, found.length])

  if (!isOpen || query === null) return null
  return (
    <div
      ref={listRef}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the text keeps the focus, which a select would take
      role="listbox"
      tabIndex={-1}
      aria-label={texts.menu}
      className="fixed z-40 max-h-80 w-64 overflow-y-auto rounded-card bg-paper-raised p-1.5 shadow-float"
    >
      {found.length === 0 && <p className="px-3 py-2.5 text-sm text-ink-faint">{texts.menuEmpty}</p>}
      {found.map((action, index) => (
        <div
          key={action.id}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          // Not on entering: a mouse that lies still where the menu opens chooses nothing.
          onPointerMove={() => setChosen(index)}
          // The text keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            writer
              .chain()
              .deleteRange({ from: query.from, to: query.from + query.words.length + 1 })
              .run()
            action.run(writer, around)
          }}
          onKeyDown={() => undefined}
          className={classNames(
            'flex min-h-11 items-center gap-3 rounded-control px-3 text-base',
            index === chosen && 'bg-wash',
          )}
        >
          <action.Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
          {texts.actions[action.id]}
        </div>
      ))}
    </div>
  )
}

/** The menu that "/" opens on an otherwise empty line. */
interface SlashQuery {
  /** Where the slash is. */
  from: number
  /** What was typed after it. */
  words: string
}

/** What is being looked for where the cursor is; null: nothing. */
function slashQueryAt(writer: Writer): SlashQuery | null {
  const { selection } = writer.state
  const { $from } = selection
  if (!selection.empty || $from.parent.type.name !== 'paragraph') return null
  const text = $from.parent.textContent
  if (!text.startsWith('/') || $from.parentOffset !== text.length || /\s{2}|^\/\s/.test(text)) return null
  return { from: $from.start(), words: text.slice(1).toLowerCase() }
}

/** The actions that a query finds in the menu, by their names and other words for them. */
function actionsFor(words: string, actions: readonly WriterAction[]): WriterAction[] {
  const also: Readonly<Record<string, string>> = writerTexts.alsoCalled
  return actions.filter(
    ({ id, isInMenu }) =>
      isInMenu && `${writerTexts.actions[id]} ${also[id] ?? ''}`.toLowerCase().includes(words),
  )
}
