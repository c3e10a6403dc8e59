import { useId } from 'react'

import { siteMessages } from '#contract/site/messages.ts'
import { usePageConfig } from '#web/page-data.tsx'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'

import { siteTexts as texts } from './messages.ts'
import { ABOUT_PAGES, LEGAL_PAGES, type SitePage } from './site-pages.ts'

/** Links to everything about the product and its operator. */
export function SiteFooter() {
  const { operator } = usePageConfig()
  return (
    <footer className="border-t border-line bg-paper">
      <div className="mx-auto max-w-app px-4 pt-12 pb-8 sm:px-6">
        <div className="grid grid-cols-2 gap-x-6 gap-y-10 lg:grid-cols-[2fr_1fr_1fr] lg:gap-16">
          <div className="col-span-2 lg:col-span-1">
            <Link to="/" className="inline-flex min-h-11 items-center rounded-control">
              <Logo />
            </Link>
            <p className="mt-3 max-w-96 text-ink-soft">{siteMessages.tagline}</p>
          </div>
          <LinkList title={texts.product} pages={ABOUT_PAGES} />
          <LinkList title={texts.legal} pages={LEGAL_PAGES} />
        </div>
        <div className="mt-10 flex flex-col gap-x-8 gap-y-2 border-t border-line pt-6 text-sm text-ink-faint sm:flex-row sm:flex-wrap sm:items-baseline sm:justify-between">
          <p>{texts.copyright(operator.copyrightYear, operator.name)}</p>
          <p>
            {operator.address} ·{' '}
            <a
              href={`mailto:${operator.email}`}
              className="rounded-small underline underline-offset-3 hover:text-ink"
            >
              {operator.email}
            </a>
          </p>
        </div>
      </div>
    </footer>
  )
}

function LinkList({ title, pages }: { title: string; pages: readonly SitePage[] }) {
  const headingId = useId()
  return (
    <nav aria-labelledby={headingId}>
      <h2 id={headingId} className="text-sm font-semibold text-ink">
        {title}
      </h2>
      <ul className="mt-1">
        {pages.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-11 items-center rounded-control text-ink-soft hover:text-ink hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
