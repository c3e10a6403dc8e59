import { ChevronLeft } from 'lucide-react'

import { communityPath } from '#contract/rooms/room-address.ts'
import { Link } from '#web/ui/link.tsx'

import { communityTexts } from './messages.ts'

/** The way out of what stands in front of a room, where the list of rooms isn't beside it. */
export function BackToRooms({ pageHandle }: { pageHandle: string }) {
  return (
    <Link
      to={communityPath(pageHandle)}
      className="inline-flex min-h-14 items-center gap-1 self-start px-4 text-base text-ink-soft hover:text-ink hover:underline lg:hidden"
    >
      <ChevronLeft aria-hidden="true" className="size-4" />
      {communityTexts.backToRooms}
    </Link>
  )
}
