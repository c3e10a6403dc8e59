import { type RefObject, Suspense, useCallback, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

import type { Poll } from '#contract/polls/poll.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'

import type { Writer } from '../create-writer.ts'
import { createBlocks, type PollBlock } from '../nodes/picture-blocks.ts'
import { insertBlocks } from './insert-blocks.ts'
import { TextPoll } from './text-poll.tsx'

const PollDialog = lazyPart(async () => (await import('#web/features/polls/poll-dialog.tsx')).PollDialog)

/** Polls in the text of a post that is being written: they open when it goes out. */
export function useTextPolls(writerRef: RefObject<Writer | null>, pageHandle: string) {
  const [asked, setAsked] = useState<'new' | Poll | null>(null)
  const addPoll = useCallback(() => setAsked('new'), [])
  const [blocks] = useState(() => createBlocks<PollBlock>())
  const shown = useSyncExternalStore(blocks.subscribe, blocks.list, blocks.list)

  const drawn = shown.map(({ id, dom, pollId, remove, select }) =>
    createPortal(
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape leads back from its controls to the text
      <div
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          select()
        }}
      >
        <TextPoll pollId={pollId} onChange={setAsked} onRemove={remove} />
      </div>,
      dom,
      `poll ${id}`,
    ),
  )

  function answer(poll: Poll | null) {
    setAsked(null)
    if (asked !== 'new') return
    if (poll && writerRef.current)
      insertBlocks(writerRef.current, [{ type: 'poll', attrs: { pollId: poll._id } }])
    else writerRef.current?.commands.focus()
  }

  const dialog = asked && (
    <Suspense>
      <PollDialog
        isOpen
        purpose={asked === 'new' ? { kind: 'for a post' } : { kind: 'change', poll: asked }}
        pageHandle={pageHandle}
        onDone={answer}
        onClose={() => answer(null)}
      />
    </Suspense>
  )
  return { addPoll, blocks, drawn, dialog }
}
