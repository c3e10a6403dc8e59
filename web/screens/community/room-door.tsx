import { Lock } from 'lucide-react'

import { formatDollars } from '#contract/money.ts'
import type { Room } from '#contract/rooms/room.ts'
import { RoomTile } from '#web/features/room-row/room-row.tsx'
import { loginPath } from '#web/features/sign-in/own-path.ts'
import { Button } from '#web/ui/button.tsx'

import { roomPath } from '#contract/rooms/room-address.ts'
import { BackToRooms } from './back-to-rooms.tsx'
import type { Creator } from './community-address.ts'
import { communityTexts } from './messages.ts'

const texts = communityTexts.door

/** In front of a room that isn't open to the viewer: its name and what opens it. undefined: there is none. */
export function RoomDoor({ creator, room }: { creator: Creator; room: Room | undefined }) {
  const { pageHandle } = creator
  return (
    <div className="flex flex-1 flex-col">
      <BackToRooms pageHandle={pageHandle} />
      <div className="grid flex-1 place-items-center px-6 pb-16">
        <div className="max-w-form text-center">
          {room ? (
            <RoomTile room={room} className="mx-auto mb-5 size-16 rounded-card text-3xl" />
          ) : (
            <span
              aria-hidden="true"
              className="mx-auto mb-5 grid size-16 place-items-center rounded-full bg-wash text-ink-soft"
            >
              <Lock className="size-7" />
            </span>
          )}
          {room && (
            <h2 dir="auto" className="font-display text-2xl text-balance wrap-break-word">
              {room.name}
            </h2>
          )}
          <p className="mt-3 text-lg text-ink-soft">{room ? reasonOf(room) : texts.gone}</p>
          <div className="mt-7">{room && <KeyButton room={room} pageHandle={pageHandle} />}</div>
        </div>
      </div>
    </div>
  )
}

function reasonOf({ door, key, plan }: Room): string {
  if (door === 'excluded') return texts.excluded
  if (key === 'plan' && plan) return texts.plan(plan.name)
  return key === 'sign_in' || key === 'follow' ? texts[key] : texts.closed
}

function KeyButton({ room, pageHandle }: { room: Room; pageHandle: string }) {
  const { key, plan } = room
  if (key === 'sign_in')
    return (
      <Button variant="primary" to={loginPath(roomPath(pageHandle, room._id))}>
        {texts.logIn}
      </Button>
    )
  if (key === 'follow')
    return (
      <Button variant="primary" to={`/${pageHandle}`}>
        {texts.toFollow}
      </Button>
    )
  if (key !== 'plan' || !plan) return null
  return (
    <Button variant="primary" to={`/${pageHandle}/membership`}>
      {texts.join(plan.name, formatDollars(plan.price, plan.currency))}
    </Button>
  )
}
