import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { Logo } from '#web/ui/logo.tsx'

/** The calm page around signing in, signing up and everything about passwords. */
export function EntryFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex w-full max-w-form items-center px-4 pt-6 sm:px-0 sm:pt-10">
        <Link to="/" className="inline-flex min-h-11 items-center rounded-control">
          <Logo />
        </Link>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-form flex-1 px-4 pt-8 pb-16 sm:px-0 sm:pt-10"
      >
        {children}
      </main>
    </div>
  )
}
