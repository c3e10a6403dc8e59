import { type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from 'react'

import type { Writer } from './create-writer.ts'
import type { Surroundings, WriterAction } from './tools/actions.ts'
import { InsertDialog } from './tools/insert-dialog.tsx'
import { type Insertion, type InsertionKind, insertionAt, selectedInsertion } from './tools/insertions.ts'
import { type KeyTaker, SlashMenu } from './tools/slash-menu.tsx'
import { useTextPolls } from './tools/use-text-polls.tsx'

/** What a text has around it wherever it is written: the menu of "/", links, cards and polls. */
export function useWriterTools({
  writerRef,
  pageHandle,
  actions,
  pickFiles = nothing,
  addEmbed = nothing,
  onKey,
}: {
  /** Set while the editor exists. */
  writerRef: RefObject<Writer | null>
  pageHandle: string
  /** What can be done here. */
  actions: readonly WriterAction[]
  pickFiles?: Surroundings['pickFiles']
  addEmbed?: Surroundings['addEmbed']
  /** Keys that are this place's own; true: it was handled. */
  onKey?: (key: string, isCommand: boolean) => boolean
}) {
  const [writer, setWriter] = useState<Writer | null>(null)
  const [insertion, setInsertion] = useState<Insertion | null>(null)
  const takerRef = useRef<KeyTaker | null>(null)
  const takeKeys = useCallback((taker: KeyTaker | null) => {
    takerRef.current = taker
  }, [])
  const polls = useTextPolls(writerRef, pageHandle)
  const { addPoll } = polls
  const around = useMemo<Surroundings>(
    () => ({
      ask: (kind: InsertionKind) => {
        if (writerRef.current) setInsertion(insertionAt(writerRef.current, kind))
      },
      pickFiles,
      addEmbed,
      addPoll,
    }),
    [writerRef, pickFiles, addEmbed, addPoll],
  )

  function takeKey(event: KeyboardEvent): boolean {
    const isCommand = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    if (isCommand && key === 'k') around.ask('link')
    else if (event.altKey && key === 'f10')
      document.querySelector<HTMLElement>('[data-writer-toolbar] button[tabindex="0"]')?.focus()
    else if (onKey?.(key, isCommand) !== true) return false
    event.preventDefault()
    return true
  }

  const menu: ReactNode = (
    <>
      {polls.drawn}
      {writer && <SlashMenu {...{ writer, around, actions }} onTakeKeys={takeKeys} />}
    </>
  )
  const dialogs: ReactNode = (
    <>
      {writer && <InsertDialog insertion={insertion} writer={writer} onClose={() => setInsertion(null)} />}
      {polls.dialog}
    </>
  )
  return {
    /** null: it is still loading. */
    writer,
    around,
    /** What the area of the text is given. */
    area: {
      takerRef,
      polls: polls.blocks,
      onReady: (started: Writer | null) => {
        writerRef.current = started
        setWriter(started)
      },
      onOpenNode: () => setInsertion(writer && selectedInsertion(writer)),
      onKey: takeKey,
    },
    /** In the same dialog as the text. */
    menu,
    /** Outside of any form. */
    dialogs,
  }
}

function nothing(): void {
  // Files and videos have their own buttons there.
}
