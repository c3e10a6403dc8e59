import { getFollowedPages } from '#contract/audiences/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { FollowMenu } from './follow-button.tsx'
import { followedPagesTexts as texts } from './followed-pages-messages.ts'

const PAGES_AT_ONCE = 20

/** The pages somebody follows, the last one first. */
export function FollowedPages() {
  const list = useInfiniteQuery(getFollowedPages, { limit: PAGES_AT_ONCE })
  if (!list.rows && list.error)
    return (
      <ErrorState title={texts.failed} onRetry={list.refetch} isRetrying={list.isFetching}>
        {list.error.message}
      </ErrorState>
    )
  if (!list.rows) return <SkeletonList label={texts.loading} count={2} />
  if (list.rows.length === 0) return <p className="text-base text-ink-soft">{texts.none}</p>
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
        {list.rows.map((page) => (
          <FollowedPage key={page._id} page={page} />
        ))}
      </ul>
      {list.hasMore && (
        <Button className="mt-4" isLoading={list.moreState === 'loading'} onClick={list.showMore}>
          {texts.showMore}
        </Button>
      )}
    </>
  )
}

function FollowedPage({ page }: { page: OutputOf<typeof getFollowedPages>[number] }) {
  const { pageName, pageHandle, profileImage, isMailed } = page
  return (
    <li className="flex items-center gap-4 p-4">
      <Avatar name={pageName} handle={pageHandle} src={profileImage} size={32} />
      <Link to={`/${pageHandle}`} className="min-w-0 flex-1 font-medium wrap-break-word hover:underline">
        {pageName}
      </Link>
      <FollowMenu {...{ pageHandle, pageName, isMailed }} isSmall />
    </li>
  )
}
