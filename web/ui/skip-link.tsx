import { uiTexts } from './messages.ts'

/** The first stop of the Tab key: past the navigation to `<main id="main" tabIndex={-1}>`. */
export function SkipLink({
  label = uiTexts.skipToContent,
  targetId = 'main',
}: {
  label?: string
  targetId?: string
}) {
  return (
    <a
      href={`#${targetId}`}
      className="sr-only z-50 rounded-control bg-brand font-semibold text-brand-ink focus:not-sr-only focus:fixed focus:top-4 focus:start-4 focus:px-4 focus:py-3"
    >
      {label}
    </a>
  )
}
