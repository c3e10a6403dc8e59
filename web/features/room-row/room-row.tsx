import { AtSign, Lock } from 'lucide-react'

import { roomPath } from '#contract/rooms/room-address.ts'
import type { Room } from '#contract/rooms/room.ts'
import { avatarInitial, avatarTintClassName } from '#web/ui/avatar-tint.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'

import { roomRowTexts as texts } from './messages.ts'

/** How many messages of a room its reader hasn't read. */
export function unreadIn({ door, lastSeq, readSeq }: Room): number {
  return door === 'open' ? Math.max(0, lastSeq - readSeq) : 0
}

/** A room's sign: its first letter, in a colour that stays whatever it is called. */
export function RoomTile({
  room: { _id, name },
  className,
}: {
  room: Pick<Room, '_id' | 'name'>
  /** Its size, its corners and the size of the letter. */
  className: string
}) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'tint grid shrink-0 place-items-center font-display leading-none select-none',
        avatarTintClassName(_id),
        className,
      )}
    >
      {avatarInitial(name)}
    </span>
  )
}

/** A room in a list, with what is unread, or what opens it. */
export function RoomRow({
  room,
  pageHandle,
  isOpen = false,
}: {
  room: Room
  pageHandle: string
  /** It is the one that is shown. */
  isOpen?: boolean
}) {
  const { name, door, key, plan, readSeq, mentionSeq, readableUntil } = room
  const isShut = door !== 'open'
  const unread = unreadIn(room)
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
      <RoomTile room={room} className="size-7 rounded-small text-sm" />
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
