import type { ReactNode } from 'react'

import dayUrl from '#web/features/hero-scenes/hero-day.svg'
import nightUrl from '#web/features/hero-scenes/hero-night.svg'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'

const PICTURE = 'size-full object-cover object-[81%_100%]'

/** The calm layout around signing in, signing up and everything about passwords. */
export function EntryFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[1fr_minmax(24rem,38%)]">
      <div className="mx-auto w-full max-w-form px-4 pb-16 sm:px-0">
        <header className="pt-6 sm:pt-10">
          <Link to="/" className="inline-flex min-h-11 items-center rounded-control">
            <Logo />
          </Link>
        </header>
        <main id="main" tabIndex={-1} className="pt-8 sm:pt-10">
          {children}
        </main>
      </div>
      <div className="sticky top-0 hidden h-dvh lg:block">
        {/* The half with the table; neither is loaded where it is hidden. */}
        <img src={dayUrl} alt="" loading="lazy" className={`for-light ${PICTURE}`} />
        <img src={nightUrl} alt="" loading="lazy" className={`for-dark ${PICTURE}`} />
      </div>
    </div>
  )
}
