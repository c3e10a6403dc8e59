import type { Visit } from '#web/features/recently-visited/visits.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Link } from '#web/ui/link.tsx'

/** The pages visited last, as a row of faces. */
export function VisitList({ visits }: { visits: readonly Visit[] }) {
  return (
    <ul className="grid grid-cols-3 gap-x-2 gap-y-4 sm:flex sm:flex-wrap sm:gap-4">
      {visits.map(({ id, pageHandle, pageName, profileImage }) => (
        <li key={id}>
          <Link
            to={`/${pageHandle}`}
            className="flex flex-col items-center gap-2 rounded-card p-2 text-center transition-colors duration-120 hover:bg-wash sm:w-32"
          >
            <Avatar name={pageHandle} handle={pageHandle} src={profileImage} size={64} />
            <span className="line-clamp-2 w-full text-sm font-medium wrap-break-word">{pageName}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
