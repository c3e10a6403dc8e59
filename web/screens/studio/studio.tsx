import { PencilLine, Store } from 'lucide-react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { AwaitingUser } from '#web/features/shell/awaiting-user.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'

import { Earned } from './earned.tsx'
import { LatestPosts } from './latest-posts.tsx'
import { studioTexts as texts } from './messages.ts'
import { useStudio } from './use-studio.ts'
import { Waits } from './waits.tsx'

/** A creator's home: what the month has brought, what waits, and how the latest posts did. */
export function StudioScreen() {
  const user = useQuery(getLoggedInUser, {}).data?.user
  if (!user) return <AwaitingUser />
  const { pageHandle } = user
  if (!pageHandle)
    return (
      <Page title={texts.title}>
        <EmptyState
          icon={<Store />}
          title={texts.noPage}
          action={
            <Button variant="primary" to="/create">
              {texts.openPage}
            </Button>
          }
        >
          {texts.noPageHelp}
        </EmptyState>
      </Page>
    )
  return (
    <Page
      title={texts.title}
      actions={
        <>
          <Button to={`/${pageHandle}`}>{texts.viewPage}</Button>
          {/* On smaller screens it is in the middle of the tabs. */}
          <Button
            variant="primary"
            icon={<PencilLine />}
            to={`/${pageHandle}/write/new`}
            className="max-lg:hidden"
          >
            {texts.write}
          </Button>
        </>
      }
    >
      <Parts pageHandle={pageHandle} />
    </Page>
  )
}

function Parts({ pageHandle }: { pageHandle: string }) {
  const studio = useStudio(pageHandle)
  if (!studio.isKnown)
    return (
      <div className="space-y-10">
        <Skeleton className="h-12 w-44" />
        <SkeletonList label={texts.loading} />
      </div>
    )
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <Earned earnings={studio.earnings} />
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <Waits studio={studio} />
      </div>
      <LatestPosts pageHandle={pageHandle} posts={studio.posts} />
    </div>
  )
}
