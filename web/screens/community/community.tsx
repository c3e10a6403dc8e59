import { type ReactNode, Suspense } from 'react'

import { creatorDetails } from '#contract/creators/calls.ts'
import { listRooms } from '#contract/rooms/calls.ts'
import { useViewer } from '#web/api/session.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useIsAdultConfirmed } from '#web/features/adult-gate/adult-confirmation.ts'
import { adultGatePart } from '#web/features/adult-gate/adult-gate-part.ts'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { lazyPart, lazyScreen } from '#web/features/shell/lazy-screen.tsx'
import { useParams } from '#web/routing/match-path.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { Rooms } from './rooms.tsx'
import { communityTexts as texts } from './messages.ts'

const { Screen: NotFound } = lazyScreen(
  async () => (await import('#web/features/not-found/not-found.tsx')).NotFound,
)
const BlockedPage = lazyPart(async () => (await import('#web/features/block/blocked-page.tsx')).BlockedPage)

/** The rooms of a creator's page, and the one that is open. */
export function CommunityScreen() {
  const { pageHandle = '', roomId = null } = useParams()
  const viewer = useViewer()
  const details = useQuery(creatorDetails, { pageHandle })
  const found = useQuery(listRooms, { pageHandle })
  const isAdultConfirmed = useIsAdultConfirmed()
  const [creator, community] = [details.data, found.data]
  const isGated =
    creator !== undefined && creator.isAdultContent && !creator.isCurrentUser && !isAdultConfirmed
  const room = community?.rooms.find(({ _id }) => _id === roomId)
  usePageTitle(
    isGated ? creator.pageName : (room?.name ?? (creator && texts.titleOf(creator.pageName)) ?? null),
  )

  const error = details.error ?? found.error
  const readAgain = () => void Promise.all([details.refetch(), found.refetch()])
  if (error?.code === 'page_not_found')
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    )
  if (error && (!creator || !community))
    return (
      <Column>
        <ErrorState
          title={texts.failed}
          onRetry={readAgain}
          isRetrying={details.isFetching || found.isFetching}
        >
          {error.message}
        </ErrorState>
      </Column>
    )
  if (!creator || !community || viewer === 'unknown')
    return (
      <Column>
        <SkeletonList label={texts.loading} count={5} />
      </Column>
    )
  if (isGated)
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
          <BlockedPage creator={creator} onUnblocked={readAgain} />
        </Suspense>
      </Column>
    )
  return <Rooms {...{ creator, community, roomId }} />
}

function Column({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-reading px-4 pt-6 pb-16 sm:px-6">{children}</div>
}
