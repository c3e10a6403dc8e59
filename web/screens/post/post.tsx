import { Suspense } from 'react'

import { creatorDetails } from '#contract/creators/calls.ts'
import { getPostByAddress } from '#contract/posts/calls.ts'
import { useViewer } from '#web/api/session.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useIsAdultConfirmed } from '#web/features/adult-gate/adult-confirmation.ts'
import { adultGatePart } from '#web/features/adult-gate/adult-gate-part.ts'
import { usePostRead } from '#web/features/bell/use-post-read.ts'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { postTitle } from '#web/features/post-card/post-title.ts'
import { lazyPart, lazyScreen } from '#web/features/shell/lazy-screen.tsx'
import { useParams } from '#web/routing/match-path.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { postPageTexts as texts } from './messages.ts'
import { PostArticle } from './post-article.tsx'

const { Screen: NotFound } = lazyScreen(
  async () => (await import('#web/features/not-found/not-found.tsx')).NotFound,
)
const BlockedPage = lazyPart(async () => (await import('#web/features/block/blocked-page.tsx')).BlockedPage)

/** One post, for everyone who has its address. */
export function PostPage() {
  const { pageHandle = '', address = '' } = useParams()
  const viewer = useViewer()
  const details = useQuery(creatorDetails, { pageHandle })
  const found = useQuery(getPostByAddress, { pageHandle, address })
  const isAdultConfirmed = useIsAdultConfirmed()
  const [creator, post] = [details.data, found.data?.post]
  const isGated =
    creator !== undefined && creator.isAdultContent && !creator.isCurrentUser && !isAdultConfirmed
  usePageTitle(post && creator && !isGated ? postTitle(post) : (creator?.pageName ?? null))

  usePostRead(post?._id)

  // Until the member's own answers arrive, these are the visitor's.
  const isViewerKnown = viewer !== 'unknown' && !details.isPlaceholderData && !found.isPlaceholderData
  const error = found.error ?? details.error
  if (error?.code === 'post_not_found' || error?.code === 'page_not_found')
    return (
      <Suspense fallback={<PostSkeleton />}>
        <NotFound />
      </Suspense>
    )
  if (!creator || !found.data) {
    if (!error) return <PostSkeleton />
    return (
      <div className="mx-auto w-full max-w-reading px-4 py-16 sm:px-6">
        <ErrorState
          title={texts.failed}
          onRetry={() => void Promise.all([details.refetch(), found.refetch()])}
          isRetrying={details.isFetching || found.isFetching}
        >
          {error.message}
        </ErrorState>
      </div>
    )
  }
  // Viewers who may pass anyway aren't asked for their age first.
  if (isGated && !isViewerKnown) return <PostSkeleton />
  if (isGated)
    return (
      <div data-part="adult-gate">
        <Suspense fallback={<PostSkeleton />}>
          <adultGatePart.Screen pageName={creator.pageName} />
        </Suspense>
      </div>
    )
  if (creator.isBlocked)
    return (
      <div className="mx-auto w-full max-w-reading px-4 pb-16 sm:px-6">
        <Suspense>
          <BlockedPage
            creator={creator}
            onUnblocked={() => void Promise.all([details.refetch(), found.refetch()])}
          />
        </Suspense>
      </div>
    )
  return (
    <PostArticle
      {...found.data}
      creator={creator}
      isViewerKnown={isViewerKnown}
      onJoined={() => void Promise.all([details.refetch(), found.refetch()])}
    />
  )
}

/** Shaped like a post without a cover. */
function PostSkeleton() {
  return (
    <div className="mx-auto w-full max-w-reading px-4 pt-8 pb-16 sm:box-content sm:w-auto sm:px-6 sm:pt-12">
      <output className="sr-only">{texts.loading}</output>
      <Skeleton className="h-10 w-4/5" />
      <div className="mt-6 flex items-center gap-3">
        <Skeleton shape="circle" className="size-12 shrink-0" />
        <div className="flex-1 space-y-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3.5 w-24" />
        </div>
      </div>
      <div className="mt-8 space-y-3.5">
        {['first', 'second', 'third', 'fourth', 'fifth'].map((key) => (
          <Skeleton key={key} className="h-4" />
        ))}
        <Skeleton className="h-4 w-3/5" />
      </div>
    </div>
  )
}
