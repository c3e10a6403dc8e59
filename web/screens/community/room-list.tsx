import { ChevronLeft, MessagesSquare } from 'lucide-react'
import { Suspense } from 'react'

import type { Room } from '#contract/rooms/room.ts'
import { RoomRow } from '#web/features/room-row/room-row.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'

import type { Creator } from './community-address.ts'
import { communityTexts as texts } from './messages.ts'

// Only for the owner.
const CommunityMenu = lazyPart(async () => (await import('./community-menu.tsx')).CommunityMenu)

interface RoomListProps {
  creator: Creator
  rooms: readonly Room[]
  rules: string
  openId: string | null
}

/** A page's rooms in its order, with what is unread, and those that are locked. */
export function RoomList({ creator, rooms, rules, openId }: RoomListProps) {
  const isOwner = creator.isCurrentUser
  return (
    <nav aria-label={texts.rooms} className="px-3 pt-2 pb-8">
      <Link
        to={`/${creator.pageHandle}`}
        className="inline-flex min-h-11 max-w-full items-center gap-1 px-1 text-sm text-ink-soft hover:text-ink hover:underline"
      >
        <ChevronLeft aria-hidden="true" className="size-4 shrink-0" />
        <bdi className="truncate">{creator.pageName}</bdi>
      </Link>
      <div className="flex min-h-11 items-center justify-between gap-2 px-2">
        <h1 className="font-display text-xl">{texts.title}</h1>
        {isOwner && rooms.length > 0 && (
          <Suspense>
            <CommunityMenu pageHandle={creator.pageHandle} rules={rules} isFirst={false} />
          </Suspense>
        )}
      </div>
      {rooms.length === 0 ? (
        <EmptyState
          className="mt-3 px-4"
          icon={<MessagesSquare />}
          title={isOwner ? texts.firstTitle : texts.noneTitle}
          action={
            isOwner ? (
              <Suspense>
                <CommunityMenu pageHandle={creator.pageHandle} rules={rules} isFirst />
              </Suspense>
            ) : undefined
          }
        >
          {isOwner ? texts.first : texts.none}
        </EmptyState>
      ) : (
        <ul className="mt-2 space-y-0.5">
          {rooms.map((room) => (
            <li key={room._id}>
              <RoomRow room={room} pageHandle={creator.pageHandle} isOpen={room._id === openId} />
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}
