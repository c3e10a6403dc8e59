import { VISIT_CLASS_NAMES } from '#web/features/recently-visited/room.ts'
import type { Visit } from '#web/features/recently-visited/visits.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const LIST_CLASS_NAME = 'grid grid-cols-3 gap-x-2 gap-y-4 sm:flex sm:flex-wrap sm:gap-4'

/** The pages visited last, as a row of faces. */
export function VisitList({ visits }: { visits: readonly Visit[] }) {
  return (
    <ul className={LIST_CLASS_NAME}>
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

/** Reserves the section's space until the browser's own list can be read. */
export function VisitsSketch() {
  return (
    <div aria-hidden="true" className={classNames('mt-12', VISIT_CLASS_NAMES[0])}>
      <Skeleton className="h-7 w-44" />
      <div className={classNames('mt-5', LIST_CLASS_NAME)}>
        {VISIT_CLASS_NAMES.map((className) => (
          <div
            key={className}
            className={classNames('flex flex-col items-center gap-2 p-2 sm:w-32', className)}
          >
            <Skeleton shape="circle" className="size-16" />
            <Skeleton className="h-5 w-16" />
          </div>
        ))}
      </div>
    </div>
  )
}
