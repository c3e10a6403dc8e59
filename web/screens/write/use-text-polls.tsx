import { Trash2 } from 'lucide-react'
import { type RefObject, Suspense, useCallback, useState } from 'react'

import { Poll } from '#web/features/polls/poll.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import type { Writer } from '#web/features/writer/create-writer.ts'
import { insertBlocks } from '#web/features/writer/insert-blocks.ts'
import type { PollBlock } from '#web/features/writer/picture-blocks.ts'
import { Button } from '#web/ui/button.tsx'

import { writeTexts } from './messages.ts'

const texts = writeTexts.polls
const PollDialog = lazyPart(async () => (await import('#web/features/polls/poll-dialog.tsx')).PollDialog)

/** Polls in the text of a post that is being written: they open when it goes out. */
export function useTextPolls(writerRef: RefObject<Writer | null>, pageHandle: string) {
  const [isAsking, setIsAsking] = useState(false)
  const addPoll = useCallback(() => setIsAsking(true), [])

  function renderPoll({ pollId, remove, select }: PollBlock) {
    return (
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape leads back from its controls to the text
      <div
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.target instanceof HTMLDialogElement) return
          event.stopPropagation()
          select()
        }}
      >
        <Poll pollId={pollId} />
        <div className="mt-1.5 flex justify-end">
          <Button size="small" variant="quiet" icon={<Trash2 />} onClick={remove}>
            {texts.remove}
          </Button>
        </div>
      </div>
    )
  }

  const dialog = isAsking && (
    <Suspense>
      <PollDialog
        isOpen
        purpose={{ kind: 'for a post' }}
        pageHandle={pageHandle}
        onDone={(poll) => {
          setIsAsking(false)
          if (poll && writerRef.current)
            insertBlocks(writerRef.current, [{ type: 'poll', attrs: { pollId: poll._id } }])
        }}
        onClose={() => {
          setIsAsking(false)
          writerRef.current?.commands.focus()
        }}
      />
    </Suspense>
  )
  return { addPoll, renderPoll, dialog }
}
