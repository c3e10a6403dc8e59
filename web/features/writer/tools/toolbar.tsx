import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { classNames } from '#web/ui/class-names.ts'
import { nextIndex } from '#web/ui/roving-index.ts'

import type { Surroundings, WriterAction } from './actions.ts'
import type { Writer } from '../create-writer.ts'
import { writerTexts as texts } from '../messages.ts'

/** The editor's visible tools: one stop of the Tab key, in which the arrow keys move. */
export function Toolbar({
  writer,
  around,
  actions,
  children,
}: {
  /** null: it is still loading. */
  writer: Writer | null
  around: Surroundings
  actions: readonly WriterAction[]
  /** After the tools, such as help. */
  children?: ReactNode
}) {
  const barRef = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  useChanges(writer)

  function move(event: KeyboardEvent) {
    const next = nextIndex(event.key, current, actions.length, ['ArrowLeft', 'ArrowRight'])
    if (event.key === 'Escape') writer?.commands.focus()
    if (next === null) return
    event.preventDefault()
    setCurrent(next)
    barRef.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div className="flex items-center">
      <div
        ref={barRef}
        role="toolbar"
        tabIndex={-1}
        aria-label={texts.toolbar}
        data-writer-toolbar=""
        onKeyDown={move}
        className="flex min-w-0 flex-1 scrollbar-none items-center gap-0.5 overflow-x-auto py-1 max-lg:mask-r-from-[calc(100%-2rem)]"
      >
        {actions.map((action, index) => {
          const isOn = writer !== null && action.isOn?.(writer) === true
          const isPossible = writer !== null && action.isPossible?.(writer) !== false
          return (
            <button
              key={action.id}
              type="button"
              aria-label={texts.actions[action.id]}
              title={texts.actions[action.id]}
              aria-pressed={action.isOn ? isOn : undefined}
              aria-disabled={!isPossible || undefined}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setCurrent(index)}
              // The words that it is about stay selected.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                if (writer !== null && isPossible) action.run(writer, around)
              }}
              className={classNames(
                'grid size-11 shrink-0 place-items-center rounded-control transition-colors duration-120 lg:size-10',
                action.startsGroup && 'ms-2.5',
                isOn ? 'bg-brand-soft text-brand' : 'text-ink-soft hover:bg-wash hover:text-ink',
                !isPossible && 'opacity-40',
              )}
            >
              <action.Icon aria-hidden="true" className="size-5" />
            </button>
          )
        })}
      </div>
      {children}
    </div>
  )
}

/** Renders again whenever the text or the cursor has changed. */
function useChanges(writer: Writer | null): void {
  const [, setCount] = useState(0)
  useEffect(() => {
    if (writer === null) return undefined
    const note = () => setCount((count) => count + 1)
    writer.on('transaction', note)
    return () => {
      writer.off('transaction', note)
    }
  }, [writer])
}
