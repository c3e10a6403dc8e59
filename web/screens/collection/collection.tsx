import { type ReactNode, Suspense } from 'react'

import { creatorDetails } from '#contract/creators/calls.ts'
import { getCollection } from '#contract/posts/calls.ts'
import { useViewer } from '#web/api/session.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useIsAdultConfirmed } from '#web/features/adult-gate/adult-confirmation.ts'
import { adultGatePart } from '#web/features/adult-gate/adult-gate-part.ts'
import { collectionTexts as texts } from '#web/features/collections/messages.ts'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { lazyPart, lazyScreen } from '#web/features/shell/lazy-screen.tsx'
import { useParams } from '#web/routing/match-path.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { CollectionPosts } from './collection-posts.tsx'

const { Screen: NotFound } = lazyScreen(
  async () => (await import('#web/features/not-found/not-found.tsx')).NotFound,
)
const BlockedPage = lazyPart(async () => (await import('#web/features/block/blocked-page.tsx')).BlockedPage)

/** The page of one collection. */
export function CollectionPage() {
  const { pageHandle = '', address = '' } = useParams()
  const viewer = useViewer()
  const details = useQuery(creatorDetails, { pageHandle })
  const found = useQuery(getCollection, { pageHandle, address })
  const isAdultConfirmed = useIsAdultConfirmed()
  const [creator, collection] = [details.data, found.data]
  const isGated =
    creator !== undefined && creator.isAdultContent && !creator.isCurrentUser && !isAdultConfirmed
  usePageTitle(collection && !isGated ? collection.title : (creator?.pageName ?? null))

  // Until the member's own answers arrive, these are the visitor's.
  const isViewerKnown = viewer !== 'unknown' && !details.isPlaceholderData && !found.isPlaceholderData
  const error = found.error ?? details.error
  const loading = <SkeletonList shape="card" label={texts.postsLoading} />
  const readAgain = () => void Promise.all([details.refetch(), found.refetch()])
  if (error?.code === 'collection_not_found' || error?.code === 'page_not_found')
    return (
      <Suspense fallback={loading}>
        <NotFound />
      </Suspense>
    )
  if (error && (!creator || !collection))
    return (
      <Column>
        <ErrorState
          title={texts.oneFailed}
          onRetry={readAgain}
          isRetrying={details.isFetching || found.isFetching}
        >
          {error.message}
        </ErrorState>
      </Column>
    )
  // Viewers who may pass anyway aren't asked for their age first.
  if (!creator || !collection || (isGated && !isViewerKnown)) return <Column>{loading}</Column>
  if (isGated)
    return (
      <Column>
        <div data-part="adult-gate">
          <Suspense fallback={loading}>
            <adultGatePart.Screen pageName={creator.pageName} />
          </Suspense>
        </div>
      </Column>
    )
  if (creator.isBlocked)
    return (
      <Column>
        <Suspense>
          <BlockedPage creator={creator} onUnblocked={readAgain} />
        </Suspense>
      </Column>
    )
  return (
    <Column>
      <CollectionPosts {...{ pageHandle, address, creator, collection, isViewerKnown }} />
    </Column>
  )
}

function Column({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-reading px-4 pt-6 pb-16 sm:box-content sm:w-auto sm:px-6">
      {children}
    </div>
  )
}
