import { AtSign, ChevronLeft, Lock, MessagesSquare } from 'lucide-react'
import { Suspense } from 'react'

import type { Room } from '#contract/rooms/room.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'

import { roomPath } from '#contract/rooms/room-address.ts'
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
              <Row room={room} pageHandle={creator.pageHandle} isOpen={room._id === openId} />
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}

function Row({ room, pageHandle, isOpen }: { room: Room; pageHandle: string; isOpen: boolean }) {
  const { name, emoji, door, key, plan, lastSeq, readSeq, mentionSeq, readableUntil } = room
  const isShut = door !== 'open'
  const unread = isShut ? 0 : Math.max(0, lastSeq - readSeq)
  const count = texts.unread(unread)
  const isMentioned = unread > 0 && mentionSeq > readSeq
  return (
    <Link
      to={roomPath(pageHandle, room._id)}
      aria-current={isOpen ? 'page' : undefined}
      className={classNames(
        'flex min-h-11 items-center gap-3 rounded-control px-3 hover:bg-wash aria-[current]:bg-brand-soft',
        unread > 0 ? 'font-semibold text-ink' : 'text-ink-soft aria-[current]:text-ink',
      )}
    >
      <span aria-hidden="true" className="grid size-6 shrink-0 place-items-center text-lg">
        {emoji === '' ? '#' : emoji}
      </span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-start">
        {name}
      </span>
      {isMentioned && <AtSign aria-label={texts.mentioned} className="size-4 shrink-0 text-brand" />}
      {unread > 0 && (
        <span className="min-w-5 shrink-0 rounded-full bg-brand px-1.5 text-center text-xs leading-5 font-semibold text-brand-ink tabular-nums">
          {count}
          <span className="sr-only"> {texts.unreadLabel}</span>
        </span>
      )}
      {isShut && (key === 'sign_in' || key === 'follow') && (
        <span className="shrink-0 text-xs text-ink-faint">{texts.keys[key]}</span>
      )}
      {plan && <bdi className="max-w-24 shrink-0 truncate text-xs text-ink-faint">{plan.name}</bdi>}
      {isShut && <Lock aria-label={texts.locked} className="size-4 shrink-0 text-ink-faint" />}
      {readableUntil !== null && (
        <span className="shrink-0 text-xs font-normal text-ink-faint">{texts.archived}</span>
      )}
    </Link>
  )
}
