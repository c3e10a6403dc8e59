import { Bell } from 'lucide-react'

import { Link } from '#web/ui/link.tsx'

import { Count } from './count.tsx'
import { bellTexts as texts } from './messages.ts'
import { useBadges } from './use-badges.ts'

/** A creator's bell at the top of smaller screens; the tabs at the foot have everybody else's. */
export function TopBell() {
  const { notifications } = useBadges()
  return (
    <Link
      to="/notifications"
      title={texts.title}
      className="relative ms-auto inline-grid size-11 place-items-center rounded-full text-ink-soft hover:bg-wash hover:text-ink"
    >
      <Bell aria-hidden="true" className="size-5" />
      <span className="sr-only">{texts.title}</span>
      <Count
        of={notifications}
        said={texts.unread(notifications)}
        className="absolute start-6 top-0 ring-2 ring-paper"
      />
    </Link>
  )
}
