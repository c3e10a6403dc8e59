import { useToken } from '#web/api/session.ts'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { EXPLORE_PATH } from '#web/features/site/site-pages.ts'
import { Button } from '#web/ui/button.tsx'

import { notFoundTexts as texts } from './messages.ts'

/** Shown at an unknown address, with a way back for everyone. */
export function NotFound() {
  const isSignedIn = useToken() !== null
  usePageTitle(texts.title)

  return (
    <div className="mx-auto flex min-h-[70dvh] max-w-form flex-col items-start justify-center px-4 py-16 sm:px-6">
      <p className="text-sm font-semibold text-ink-faint">404</p>
      <h1 className="mt-2 font-display text-3xl">{texts.heading}</h1>
      <p className="mt-4 text-lg text-ink-soft">{texts.reason}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button variant="primary" to={EXPLORE_PATH}>
          {texts.explore}
        </Button>
        {isSignedIn ? (
          <Button to="/subscriptions">{texts.subscriptions}</Button>
        ) : (
          <Button to="/">{texts.frontPage}</Button>
        )}
      </div>
    </div>
  )
}
