import { ChartBarBig } from 'lucide-react'
import { Suspense, useState } from 'react'
import { createPortal } from 'react-dom'

import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

import { pollTexts as texts } from './messages.ts'

const PollDialog = lazyPart(async () => (await import('./poll-dialog.tsx')).PollDialog)

/** Asks a poll in a room, beside the field for messages. */
export function AskPoll({ channelId, pageHandle }: { channelId: string; pageHandle: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <IconButton label={texts.poll} icon={<ChartBarBig />} onClick={() => setIsOpen(true)} />
      {isOpen &&
        // The field for messages is a form, and forms don't stand in each other.
        createPortal(
          <Suspense>
            <PollDialog
              isOpen
              purpose={{ kind: 'in a room', channelId }}
              pageHandle={pageHandle}
              onDone={close}
              onClose={close}
            />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
