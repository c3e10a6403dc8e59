import { Fragment, type ReactNode } from 'react'

import { Link } from '#web/ui/link.tsx'

import { siteTexts as texts } from './messages.ts'

export interface LegalSection {
  /** In the address, after "#". */
  id: string
  title: string
  /** Paragraphs and lists as siblings: the surrounding prose styles space its own children. */
  body: ReactNode
}

/** A long text that is easy to navigate: numbered sections, with a list of them beside it on wide screens. */
export function LegalPage({
  title,
  intro,
  sections,
}: {
  title: string
  intro: ReactNode
  sections: readonly LegalSection[]
}) {
  return (
    <article className="mx-auto max-w-app px-4 pt-10 pb-20 sm:px-6 sm:pt-16">
      <header className="max-w-reading">
        <h1 className="font-display text-3xl sm:text-4xl">{title}</h1>
        <div className="mt-4 space-y-2 text-lg text-ink-soft">{intro}</div>
      </header>
      <div className="mt-10 lg:mt-14 lg:grid lg:grid-cols-[minmax(0,42.5rem)_minmax(0,1fr)] lg:gap-14">
        <div className="prose">
          {sections.map(({ id, title: heading, body }, index) => (
            <Fragment key={id}>
              <h2 id={id} className="scroll-mt-20 lg:scroll-mt-8">
                {texts.section(index + 1, heading)}
              </h2>
              {body}
            </Fragment>
          ))}
        </div>
        <nav aria-label={texts.onThisPage} className="hidden lg:block">
          <div className="sticky top-8">
            <p className="px-3 text-sm font-semibold text-ink">{texts.onThisPage}</p>
            <ol className="mt-2 border-s border-line">
              {sections.map(({ id, title: heading }) => (
                <li key={id}>
                  <Link
                    to={`#${id}`}
                    className="-ms-px flex min-h-9 items-center rounded-e-control border-s border-transparent px-3 py-1.5 text-sm text-ink-soft hover:border-brand hover:text-ink"
                  >
                    {heading}
                  </Link>
                </li>
              ))}
            </ol>
          </div>
        </nav>
      </div>
    </article>
  )
}
