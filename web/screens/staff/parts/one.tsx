import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'

import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { partTexts as texts } from './messages.ts'
import { PlacePage } from './place-page.tsx'

export interface OneProps<Data> {
  back: { to: string; label: string }
  /** Of the page, for screen readers, until there is a better one. */
  title: string
  found: {
    data: Data | undefined
    isError: boolean
    isFetching: boolean
    error: { message: string } | null
    refetch: () => unknown
  }
  children: (data: Data) => ReactNode
}

/** The page of one thing: the way back to its list, and what stands in its place until it is there. */
export function One<Data>({ back, title, found, children }: OneProps<Data>) {
  return (
    <PlacePage>
      <Link
        to={back.to}
        className="mb-4 inline-flex min-h-11 items-center gap-2 rounded-small text-sm font-medium text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {back.label}
      </Link>
      {found.data === undefined && <h1 className="sr-only">{title}</h1>}
      {found.data !== undefined ? (
        children(found.data)
      ) : found.isError ? (
        <ErrorState
          title={texts.list.failed}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        >
          {found.error?.message}
        </ErrorState>
      ) : (
        <SkeletonList label={texts.list.loading} />
      )}
    </PlacePage>
  )
}
