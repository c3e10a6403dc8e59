import { type ReactNode, Suspense } from 'react'

import { creatorDetails } from '#contract/creators/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useViewer } from '#web/api/session.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useIsAdultConfirmed } from '#web/features/adult-gate/adult-confirmation.ts'
import { adultGatePart } from '#web/features/adult-gate/adult-gate-part.ts'
import { lazyPart, lazyScreen } from '#web/features/shell/lazy-screen.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { liveTexts as texts } from './messages.ts'

const { Screen: NotFound } = lazyScreen(
  async () => (await import('#web/features/not-found/not-found.tsx')).NotFound,
)
const BlockedPage = lazyPart(async () => (await import('#web/features/block/blocked-page.tsx')).BlockedPage)

/** What there is no page or session for. */
export function Missing() {
  return (
    <Suspense>
      <NotFound />
    </Suspense>
  )
}

/** A creator's page, if the viewer may see it: it is there, isn't blocked, and its adult content is wanted. */
export function PageGate({
  pageHandle,
  children,
}: {
  pageHandle: string
  children: (creator: OutputOf<typeof creatorDetails>) => ReactNode
}) {
  const viewer = useViewer()
  const details = useQuery(creatorDetails, { pageHandle })
  const isAdultConfirmed = useIsAdultConfirmed()
  const creator = details.data
  if (details.error?.code === 'page_not_found') return <Missing />
  if (!creator || viewer === 'unknown')
    return (
      <Column>
        {details.error && !creator ? (
          <ErrorState
            title={texts.list.failed}
            onRetry={() => void details.refetch()}
            isRetrying={details.isFetching}
          >
            {details.error.message}
          </ErrorState>
        ) : (
          <SkeletonList label={texts.list.loading} count={4} />
        )}
      </Column>
    )
  if (creator.isAdultContent && !creator.isCurrentUser && !isAdultConfirmed)
    return (
      <Column>
        <div data-part="adult-gate">
          <Suspense>
            <adultGatePart.Screen pageName={creator.pageName} />
          </Suspense>
        </div>
      </Column>
    )
  if (creator.isBlocked)
    return (
      <Column>
        <Suspense>
          <BlockedPage creator={creator} onUnblocked={() => void details.refetch()} />
        </Suspense>
      </Column>
    )
  return children(creator)
}

export function Column({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-[54rem] px-4 py-8 sm:px-6 sm:py-10">{children}</div>
}
