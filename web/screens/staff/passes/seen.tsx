import type { ReactNode } from 'react'

import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import type { OneProps } from '../parts/one.tsx'
import { passTexts as texts } from './messages.ts'

/** One part of what is seen with a pass, and what stands in its place until it is there. */
export function Seen<Data>({ found, children }: Pick<OneProps<Data>, 'found' | 'children'>): ReactNode {
  if (found.data !== undefined) return children(found.data)
  if (!found.isError) return <SkeletonList label={texts.loading} count={1} />
  return (
    <ErrorState title={texts.failed} onRetry={() => void found.refetch()} isRetrying={found.isFetching}>
      {found.error?.message}
    </ErrorState>
  )
}
