import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Message } from '#contract/channels/message.ts'
import { getChannel } from '#contract/channels/calls.ts'
import type { Room } from '#contract/rooms/room.ts'
import { useQuery } from '#web/api/use-query.ts'
import { Thread } from '#web/features/channel/thread.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { MenuItem } from '#web/ui/menu-item.ts'

import { FoundMessages } from './found-messages.tsx'
import { communityTexts as texts } from './messages.ts'
import { RoomPeople } from './room-people.tsx'
import { RoomSearch } from './room-search.tsx'

/** What is open beside a room's messages. */
export type Beside = { kind: 'thread'; seq: number } | { kind: 'people' | 'search' | 'pins' }

interface RoomSideProps {
  beside: Beside
  room: Room
  mayModerate: boolean
  linkOf: (seq: number) => string
  aboutAuthor: (message: Message) => MenuItem[]
  onBeside: (beside: Beside | null) => void
}

export function RoomSide({ beside, room, mayModerate, linkOf, aboutAuthor, onBeside }: RoomSideProps) {
  const close = () => onBeside(null)
  const open = ({ seq }: Message) => onBeside({ kind: 'thread', seq })
  const pins = useQuery(getChannel, { channelId: room._id }).data?.pins ?? []
  if (beside.kind === 'thread')
    return (
      <Thread
        key={beside.seq}
        channelId={room._id}
        seq={beside.seq}
        onClose={close}
        {...{ linkOf, aboutAuthor }}
      />
    )
  if (beside.kind === 'people')
    return (
      <Panel title={texts.people.title} onClose={close}>
        <RoomPeople roomId={room._id} mayModerate={mayModerate} />
      </Panel>
    )
  if (beside.kind === 'search')
    return (
      <Panel title={texts.search.title} onClose={close}>
        <RoomSearch roomId={room._id} onOpen={open} />
      </Panel>
    )
  return (
    <Panel title={texts.pins} onClose={close}>
      <FoundMessages messages={pins} onOpen={open} />
    </Panel>
  )
}

function Panel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-h-0 flex-1 flex-col">
      <header className="flex h-14 shrink-0 items-center justify-between gap-2 border-b border-line ps-4 pe-2 sm:ps-6">
        <h2 className="font-semibold">{title}</h2>
        <IconButton label={texts.close} icon={<X />} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 sm:px-6">{children}</div>
    </section>
  )
}
