import { type ReactNode, useId } from 'react'

import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { insightsTexts as texts } from './messages.ts'

/** A titled part of the insights, with the formula behind its figures. */
export function Part({
  title,
  how,
  action,
  children,
}: {
  title: string
  how: string
  action?: ReactNode
  children: ReactNode
}) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={headingId} className="font-display text-xl">
          {title}
        </h2>
        {action}
      </div>
      <div className="mt-4">{children}</div>
      <HowCounted>{how}</HowCounted>
    </section>
  )
}

export function HowCounted({ children }: { children: ReactNode }) {
  return (
    <details className="mt-3 text-sm text-ink-faint">
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-small underline decoration-line-strong underline-offset-4 hover:text-ink">
        {texts.howCounted}
      </summary>
      <p className="max-w-reading pb-1">{children}</p>
    </details>
  )
}

/** Until a part has its figures: a sketch, or what went wrong. */
export function Waiting({
  query,
  failed,
}: {
  query: {
    isError: boolean
    error: { message: string } | null
    isFetching: boolean
    refetch: () => unknown
  }
  failed: string
}) {
  if (query.isError)
    return (
      <ErrorState title={failed} onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
        {query.error?.message}
      </ErrorState>
    )
  return (
    <>
      <output className="sr-only">{texts.loadingPart}</output>
      <Skeleton shape="picture" className="h-40" />
    </>
  )
}

/** A table that scrolls by itself on narrow screens; focusable for people without a mouse. */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={texts.tableOf(label)} tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full text-sm tabular-nums max-[23rem]:text-xs">
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </section>
  )
}

export const HEAD_CELL =
  'py-2 ps-1.5 sm:ps-3 text-end font-medium whitespace-nowrap first:ps-0 first:text-start'
export const CELL = 'py-2.5 ps-1.5 sm:ps-3 text-end whitespace-nowrap first:ps-0 first:text-start'
