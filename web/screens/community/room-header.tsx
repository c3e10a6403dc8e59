import { ChevronLeft, Search, Users } from 'lucide-react'
import { Suspense } from 'react'

import type { Room } from '#contract/rooms/room.ts'
import { useViewer } from '#web/api/session.ts'
import { RoomTile } from '#web/features/room-row/room-row.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'

import { communityPath } from '#contract/rooms/room-address.ts'
import type { Creator } from './community-address.ts'
import { communityTexts as texts } from './messages.ts'
import { MuteButton } from './mute-button.tsx'
import type { Beside } from './room-side.tsx'

// Only for the owner.
const RoomMenu = lazyPart(async () => (await import('./room-menu.tsx')).RoomMenu)

interface RoomHeaderProps {
  creator: Creator
  room: Room
  rooms: readonly Room[]
  beside: Beside | null
  onBeside: (beside: Beside | null) => void
}

/** A room's name and what can be opened beside its messages. */
export function RoomHeader({ creator, room, rooms, beside, onBeside }: RoomHeaderProps) {
  const isMember = useViewer() === 'member'
  const toggle = (kind: 'people' | 'search') => onBeside(beside?.kind === kind ? null : { kind })
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-b border-line ps-1 pe-1 lg:ps-6 lg:pe-3">
      <Link
        to={communityPath(creator.pageHandle)}
        aria-label={texts.backToRooms}
        className="grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-wash hover:text-ink lg:hidden"
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Link>
      <div className="min-w-0 flex-1">
        <h2 className="flex min-w-0 items-center gap-2 leading-tight font-semibold">
          <RoomTile room={room} className="size-6 rounded-small text-sm" />
          <bdi className="truncate">{room.name}</bdi>
        </h2>
        {room.topic !== '' && (
          <p dir="auto" title={room.topic} className="truncate text-start text-sm text-ink-faint">
            {room.topic}
          </p>
        )}
      </div>
      <IconButton
        label={texts.search.open}
        icon={<Search />}
        aria-expanded={beside?.kind === 'search'}
        onClick={() => toggle('search')}
      />
      {isMember && <MuteButton channelId={room._id} />}
      <IconButton
        label={texts.people.open}
        icon={<Users />}
        aria-expanded={beside?.kind === 'people'}
        onClick={() => toggle('people')}
      />
      {creator.isCurrentUser && (
        <Suspense>
          <RoomMenu {...{ room, rooms }} pageHandle={creator.pageHandle} />
        </Suspense>
      )}
    </header>
  )
}
