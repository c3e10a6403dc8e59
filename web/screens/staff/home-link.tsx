import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'

import { consoleTexts as texts } from './messages.ts'

/** To what is due; says that this is the console. */
export function HomeLink() {
  return (
    <Link to="/staff" className="inline-flex min-h-11 items-center gap-2.5 rounded-control">
      <Logo />
      <span className="rounded-small bg-wash px-1.5 py-0.5 text-xs font-semibold text-ink-soft">
        {texts.title}
      </span>
    </Link>
  )
}
