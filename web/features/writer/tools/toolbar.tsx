import { Toolbar as BaseToolbar } from '@base-ui/react/toolbar'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'

import { classNames } from '#web/ui/class-names.ts'

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
  useChanges(writer)

  function press(event: KeyboardEvent) {
    const end = { Home: 0, End: -1 }[event.key]
    if (event.key === 'Escape') writer?.commands.focus()
    if (end === undefined) return
    event.preventDefault()
    ;[...event.currentTarget.querySelectorAll('button')].at(end)?.focus()
  }

  return (
    <div className="flex items-center">
      <BaseToolbar.Root
        aria-label={texts.toolbar}
        data-writer-toolbar=""
        onKeyDown={press}
        className="flex min-w-0 flex-1 scrollbar-none items-center gap-0.5 overflow-x-auto py-1 max-lg:mask-r-from-[calc(100%-2rem)]"
      >
        {actions.map((action) => {
          const isOn = writer !== null && action.isOn?.(writer) === true
          const isPossible = writer !== null && action.isPossible?.(writer) !== false
          return (
            <BaseToolbar.Button
              key={action.id}
              aria-label={texts.actions[action.id]}
              title={texts.actions[action.id]}
              aria-pressed={action.isOn ? isOn : undefined}
              disabled={!isPossible}
              // The words that it is about stay selected.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                if (writer !== null) action.run(writer, around)
              }}
              className={classNames(
                'grid size-11 shrink-0 place-items-center rounded-control transition-colors duration-120 lg:size-10',
                action.startsGroup && 'ms-2.5',
                isOn ? 'bg-brand-soft text-brand' : 'text-ink-soft hover:bg-wash hover:text-ink',
                !isPossible && 'opacity-40',
              )}
            >
              <action.Icon aria-hidden="true" className="size-5" />
            </BaseToolbar.Button>
          )
        })}
      </BaseToolbar.Root>
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
