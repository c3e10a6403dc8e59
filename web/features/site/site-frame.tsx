import type { ReactNode } from 'react'

import { SiteFooter } from './site-footer.tsx'
import { TopBar } from './top-bar.tsx'

/** The front page and the pages about the product, as visitors see them. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar />
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
