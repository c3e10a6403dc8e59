import { useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { Suspense, useState } from 'react'

import { channelMessages } from '#contract/channels/messages.ts'
import type { Message } from '#contract/channels/message.ts'
import type { WhyNot } from '#contract/channels/rules.ts'
import { getChannel } from '#contract/channels/calls.ts'
import type { Room } from '#contract/rooms/room.ts'
import { useQuery } from '#web/api/use-query.ts'
import { Chat } from '#web/features/channel/chat.tsx'
import { linkedIn, messageAddress } from '#contract/channels/message-address.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { useLocation } from '#web/routing/location.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { roomPath } from '#contract/rooms/room-address.ts'
import type { Creator } from './community-address.ts'
import { communityTexts as texts } from './messages.ts'
import { changeRoom } from './room-ear.tsx'
import { wordsOf } from './message-words.ts'
import { RoomHeader } from './room-header.tsx'
import type { Beside } from './room-side.tsx'
import { useRoomOrder } from './use-room-order.tsx'

const AskPoll = lazyPart(async () => (await import('#web/features/polls/ask-poll.tsx')).AskPoll)
const RoomSide = lazyPart(async () => (await import('./room-side.tsx')).RoomSide)

interface RoomViewProps {
  creator: Creator
  room: Room
  rooms: readonly Room[]
  onClosed: () => void
}

/** An open room: its messages, and beside them a thread, its people or a search. */
export function RoomView({ creator, room, rooms, onClosed }: RoomViewProps) {
  const client = useQueryClient()
  const linkedSeq = linkedIn(useLocation().hash)
  const [beside, setBeside] = useState<Beside | null>(
    linkedSeq === null ? null : { kind: 'thread', seq: linkedSeq },
  )
  const channel = useQuery(getChannel, { channelId: room._id }).data
  const order = useRoomOrder(room._id, creator.pageHandle)
  const path = roomPath(creator.pageHandle, room._id)
  const linkOf = (seq: number) => messageAddress(path, seq)
  const mayWrite = channel?.mayWrite === true

  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <RoomHeader {...{ creator, room, rooms }} beside={beside} onBeside={setBeside} />
        {channel && channel.pins.length > 0 && (
          <Pins pins={channel.pins} onOpen={() => setBeside({ kind: 'pins' })} />
        )}
        <Chat
          channelId={room._id}
          label={texts.log(room.name)}
          placeholder={texts.write(room.name)}
          tools={
            channel?.mayModerate === true && (
              <Suspense>
                <AskPoll channelId={room._id} pageHandle={creator.pageHandle} />
              </Suspense>
            )
          }
          empty={
            <EmptyState icon={<MessagesSquare />} title={texts.emptyTitle} className="border-none">
              {mayWrite ? texts.emptyMayWrite : texts.empty}
            </EmptyState>
          }
          renderInstead={({ whyNot }) => whyNot && <Instead {...{ whyNot, creator, room }} />}
          onClosed={onClosed}
          onThread={(seq) => setBeside({ kind: 'thread', seq })}
          onRead={(seq) =>
            changeRoom(client, room._id, (known) => ({ ...known, readSeq: Math.max(known.readSeq, seq) }))
          }
          offersToWrite
          linkOf={linkOf}
          aboutAuthor={order.aboutAuthor}
        />
      </div>
      {beside && (
        <div className="absolute inset-0 z-10 flex min-h-0 flex-col bg-paper min-[80rem]:static min-[80rem]:w-90 min-[80rem]:shrink-0 min-[80rem]:border-s min-[80rem]:border-line">
          <Suspense>
            <RoomSide
              {...{ beside, room, linkOf }}
              mayModerate={channel?.mayModerate === true}
              aboutAuthor={order.aboutAuthor}
              onBeside={setBeside}
            />
          </Suspense>
        </div>
      )}
      {order.dialog}
    </div>
  )
}

function Pins({ pins, onOpen }: { pins: readonly Message[]; onOpen: () => void }) {
  const [latest] = pins
  const text = latest ? wordsOf(latest) : ''
  return (
    <button
      type="button"
      onClick={onOpen}
      className="min-h-11 shrink-0 truncate border-b border-line px-4 text-start text-sm text-ink-soft hover:bg-wash hover:text-ink sm:px-6"
    >
      {texts.pinned(text === '' ? (latest?.pollId ? texts.poll : texts.picture) : text)}
    </button>
  )
}

/** Why there is no field to write in, and what opens one. */
function Instead({ whyNot, creator, room }: { whyNot: WhyNot; creator: Creator; room: Room }) {
  const { pageHandle } = creator
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-wash px-4 py-3">
      <p className="text-base text-ink-soft">
        {room.readableUntil === null
          ? channelMessages.whyNot[whyNot]
          : texts.archivedUntil(dayText(room.readableUntil))}
      </p>
      {(whyNot === 'members' || whyNot === 'plans') && (
        <Button size="small" to={`/${pageHandle}/membership`}>
          {texts.toJoin}
        </Button>
      )}
      {whyNot === 'followers' && (
        <Button size="small" to={`/${pageHandle}`}>
          {texts.toPage}
        </Button>
      )}
    </div>
  )
}
