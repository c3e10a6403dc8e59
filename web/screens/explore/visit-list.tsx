import type { Visit } from '#web/features/recently-visited/visits.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** One row, which phones scroll. */
const LIST_CLASS_NAME = 'flex gap-2 overflow-x-auto sm:gap-4'

/** The pages visited last, as a row of faces. */
export function VisitList({ visits }: { visits: readonly Visit[] }) {
  return (
    <ul className={LIST_CLASS_NAME}>
      {visits.map(({ id, pageHandle, pageName, profileImage }) => (
        <li key={id} className="w-26 shrink-0 sm:w-32">
          <Link
            to={`/${pageHandle}`}
            className="flex flex-col items-center gap-2 rounded-card p-2 text-center transition-colors duration-120 hover:bg-wash"
          >
            <Avatar name={pageHandle} handle={pageHandle} src={profileImage} size={64} />
            <span className="line-clamp-2 w-full text-sm font-medium wrap-break-word">{pageName}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** As high as the section, until the browser's own list can be read. */
export function VisitsSketch() {
  return (
    <div aria-hidden="true" className="mt-12">
      <Skeleton className="h-7 w-44" />
      <div className={`mt-5 ${LIST_CLASS_NAME}`}>
        {['first', 'second', 'third'].map((key) => (
          <div key={key} className="flex w-26 shrink-0 flex-col items-center gap-2 p-2 sm:w-32">
            <Skeleton shape="circle" className="size-16" />
            <Skeleton className="h-5 w-16" />
          </div>
        ))}
      </div>
    </div>
  )
}
