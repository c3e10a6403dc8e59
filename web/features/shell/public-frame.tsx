import type { ReactNode } from 'react'

import { withoutTracking } from '#web/features/page-head/tracking.ts'
import { loginPath, signupPath } from '#web/features/sign-in/own-path.ts'
import { useLocation } from '#web/routing/location.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'

import { shellTexts as texts } from './messages.ts'

/** A creator page, or a missing one, as visitors see it: a way in at the top, nothing else around it. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const here = pathname + withoutTracking(search)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line">
        <div className="mx-auto flex h-16 max-w-app items-center justify-between gap-3 px-4 sm:px-6">
          <Link to="/" className="inline-flex min-h-11 items-center rounded-control">
            <Logo />
          </Link>
          <nav aria-label={texts.account} className="flex items-center gap-1 sm:gap-2">
            <Button variant="quiet" size="small" to={loginPath(here)}>
              {texts.logIn}
            </Button>
            <Button size="small" to={signupPath(here)}>
              {texts.signUp}
            </Button>
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
    </div>
  )
}
