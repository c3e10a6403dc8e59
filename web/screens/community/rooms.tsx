import { useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'

import { listRooms } from '#contract/rooms/calls.ts'
import type { Room } from '#contract/rooms/room.ts'
import { refresh } from '#web/api/refresh.ts'
import { useViewer } from '#web/api/session.ts'
import { AcceptRules } from '#web/features/community-rules/accept-rules.tsx'
import { communityRulesTexts } from '#web/features/community-rules/messages.ts'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

import { BackToRooms } from './back-to-rooms.tsx'
import type { Community, Creator } from './community-address.ts'
import { communityTexts, communityTexts as texts } from './messages.ts'
import { RoomDoor } from './room-door.tsx'
import { AccessEar, RoomEar } from './room-ear.tsx'
import { RoomList } from './room-list.tsx'
import { RoomView } from './room-view.tsx'

interface RoomsProps {
  creator: Creator
  community: Community
  /** null: none is open. */
  roomId: string | null
}

/** One stream follows twenty topics; the person's own and the open room are two of them. */
const HEARD_MAX = 17

/** The list of rooms and the open one: beside each other where there is room, one after another on phones. */
export function Rooms({ creator, community, roomId }: RoomsProps) {
  const client = useQueryClient()
  const isMember = useViewer() === 'member'
  const { rooms, mayModerate, rules, hasAcceptedRules } = community
  const room = rooms.find(({ _id }) => _id === roomId)
  const others = rooms.filter((each) => each.door === 'open' && each._id !== roomId).slice(0, HEARD_MAX)
  const isAnyOpen = rooms.some(({ door }) => door === 'open')
  const mayEnter = room?.door === 'open' && (hasAcceptedRules || mayModerate)
  const heard = room?.door === 'open' ? [room, ...others] : others

  return (
    <div
      data-open-chat={mayEnter || undefined}
      className={classNames(
        'flex',
        isMember
          ? 'h-[calc(100dvh-var(--top-bar)-var(--bottom-bar))] min-h-96 lg:h-dvh'
          : 'mx-auto min-h-[70dvh] max-w-app',
      )}
    >
      {isMember && <AccessEar />}
      {isMember && heard.map(({ _id }) => <RoomEar key={_id} roomId={_id} />)}
      <div
        className={classNames(
          'min-h-0 w-full overflow-y-auto overscroll-contain border-line lg:block lg:w-72 lg:shrink-0 lg:border-e',
          roomId !== null && 'hidden',
        )}
      >
        <RoomList creator={creator} rooms={rooms} rules={rules} openId={roomId} />
      </div>
      {/* The list, which has it, isn't there beside an open room on phones. */}
      {roomId !== null && <h1 className="sr-only lg:hidden">{texts.title}</h1>}
      <div className={classNames('min-w-0 flex-1', roomId === null ? 'hidden lg:flex' : 'flex')}>
        {roomId === null ? (
          rooms.length > 0 && (
            <div className="grid flex-1 place-items-center p-6">
              <EmptyState
                icon={<MessagesSquare />}
                title={isAnyOpen ? texts.chooseTitle : texts.lockedTitle}
                className="border-none"
              >
                {isAnyOpen ? texts.choose : texts.lockedAll}
              </EmptyState>
            </div>
          )
        ) : room?.door !== 'open' ? (
          <RoomDoor creator={creator} room={room} />
        ) : !mayEnter ? (
          <RulesDoor creator={creator} room={room} rules={rules} />
        ) : (
          <RoomView
            key={room._id}
            creator={creator}
            room={room}
            rooms={rooms}
            onClosed={() => void refresh(client, [listRooms])}
          />
        )}
      </div>
    </div>
  )
}

/** What somebody accepts, once, before they enter the first room. */
function RulesDoor({ creator, room, rules }: { creator: Creator; room: Room; rules: string }) {
  const { pageName, pageHandle } = creator
  return (
    <div className="flex flex-1 flex-col overflow-y-auto">
      <BackToRooms pageHandle={pageHandle} />
      <div className="mx-auto w-full max-w-form px-4 pt-4 pb-8 sm:px-6 lg:py-16">
        <p dir="auto" className="text-sm text-ink-faint">
          {room.name}
        </p>
        <h2 dir="auto" className="mt-1 mb-5 font-display text-2xl text-balance wrap-break-word">
          {communityRulesTexts.title(pageName)}
        </h2>
        <AcceptRules {...{ pageHandle, rules }} label={communityTexts.rules.accept} />
      </div>
    </div>
  )
}
