import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'

import { topicTexts as texts } from './messages.ts'
import { searchPath } from './search-path.ts'

export interface TopicLinksProps {
  topics: readonly string[]
  className?: string
  /** They scroll sideways rather than wrap. */
  isOneLine?: boolean
}

/** What a page is about; each word leads to the search for it. */
export function TopicLinks({ topics, className, isOneLine = false }: TopicLinksProps) {
  if (topics.length === 0) return null
  return (
    <ul
      aria-label={texts.label}
      className={classNames(
        'flex gap-x-2',
        isOneLine ? 'overflow-x-auto py-2 whitespace-nowrap *:shrink-0' : 'flex-wrap gap-y-1',
        className,
      )}
    >
      {topics.map((topic) => (
        <li key={topic} className="min-w-0">
          <Link
            to={searchPath({ q: topic })}
            className="relative inline-flex min-h-7 max-w-full items-center rounded-full bg-wash px-3 text-sm text-ink-soft transition-colors duration-120 before:absolute before:-inset-y-2 before:inset-x-0 before:content-[''] hover:bg-brand-soft hover:text-brand"
          >
            <span dir="auto" className="truncate">
              {topic}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
