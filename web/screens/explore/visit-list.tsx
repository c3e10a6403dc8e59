import { useLiveNow } from '#web/features/live-state/use-live-now.ts'
import { liveStateTexts } from '#web/features/live-state/messages.ts'
import type { Visit } from '#web/features/recently-visited/visits.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Link } from '#web/ui/link.tsx'

/** The pages visited last, as a row of faces, which phones scroll. */
export function VisitList({ visits }: { visits: readonly Visit[] }) {
  const live = new Set(useLiveNow().data?.sessions.map(({ pageHandle }) => pageHandle))
  return (
    <ul className="flex gap-2 overflow-x-auto sm:gap-4">
      {visits.map(({ id, pageHandle, pageName, profileImage }) => (
        <li key={id} className="w-26 shrink-0 sm:w-32">
          <Link
            to={`/${pageHandle}`}
            className="flex flex-col items-center gap-2 rounded-card p-2 text-center transition-colors duration-120 hover:bg-wash"
          >
            <Avatar
              name={pageHandle}
              handle={pageHandle}
              src={profileImage}
              size={64}
              isLive={live.has(pageHandle)}
            />
            <span className="line-clamp-2 w-full text-sm font-medium wrap-break-word">
              {pageName}
              {live.has(pageHandle) && <span className="sr-only">, {liveStateTexts.live}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
