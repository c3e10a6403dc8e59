import { Bookmark, Heart } from 'lucide-react'

import { listMarkedPosts } from '#contract/posts/calls.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'
import { PostCard } from '#web/features/post-card/post-card.tsx'
import { EXPLORE_PATH } from '#web/features/site/site-pages.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { libraryTexts as texts } from './messages.ts'

const POSTS_AT_ONCE = 10

/** One of the two lists, what was marked last first. */
export function MarkedList({ mark }: { mark: 'saved' | 'liked' }) {
  const list = useInfiniteQuery(listMarkedPosts, { mark, limit: POSTS_AT_ONCE })
  if (!list.rows)
    return list.error ? (
      <ErrorState title={texts.failed} onRetry={list.refetch} isRetrying={list.isFetching}>
        {list.error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={texts.loading} shape="card" />
    )
  if (list.rows.length === 0)
    return (
      <EmptyState
        icon={mark === 'saved' ? <Bookmark /> : <Heart />}
        title={mark === 'saved' ? texts.noneSavedTitle : texts.noneLikedTitle}
        action={<Button to={EXPLORE_PATH}>{texts.explore}</Button>}
      >
        {mark === 'saved' ? texts.noneSaved : texts.noneLiked}
      </EmptyState>
    )
  return (
    <>
      <ul className="post-list">
        {list.rows.map(({ _id, post }) => (
          <li key={_id}>
            <PostCard post={post} isViewerKnown />
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <div className="flex flex-col items-center gap-3 border-t border-line pt-8">
          {list.moreState === 'failed' && <ErrorLine>{texts.moreFailed}</ErrorLine>}
          <Button isLoading={list.moreState === 'loading'} onClick={list.showMore}>
            {texts.showMore}
          </Button>
        </div>
      )}
    </>
  )
}
