import { NotebookPen } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { getPosts } from '#contract/posts/routes.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'
import { useViewer } from '#web/api/session.ts'
import { PostCard } from '#web/features/post-card/post-card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { FIRST_POSTS_INPUT } from './first-lists.ts'
import { exploreTexts } from './messages.ts'
import { ShowMore } from './show-more.tsx'

const texts = exploreTexts.posts

/** All creators' newest posts; more load as the end comes near. */
export function RecentPosts() {
  const list = useInfiniteQuery(getPosts, FIRST_POSTS_INPUT)
  const isViewerKnown = useViewer() !== 'unknown' && !list.isPlaceholderData
  const [focusAt, setFocusAt] = useState<number | null>(null)
  const listRef = useRef<HTMLUListElement>(null)
  const posts = list.rows
  const isThere = focusAt !== null && posts !== undefined && focusAt < posts.length

  // The pressed button is gone: focus moves to the first new post. Scrolling moves no focus.
  useEffect(() => {
    if (isThere) listRef.current?.children[focusAt]?.querySelector('a')?.focus({ preventScroll: true })
  }, [isThere, focusAt])

  const failure = (retry: () => void) => (
    <ErrorState title={texts.failed} onRetry={retry} isRetrying={list.isFetching}>
      {list.error?.message}
    </ErrorState>
  )
  const loading = <SkeletonList label={texts.loading} shape="card" />

  if (!posts) return list.error ? failure(list.refetch) : loading
  if (posts.length === 0)
    return (
      <EmptyState icon={<NotebookPen />} title={texts.noneTitle}>
        {texts.none}
      </EmptyState>
    )

  return (
    <>
      <ul ref={listRef} className="divide-y divide-line border-line">
        {posts.map((post) => (
          <li key={post._id} className="py-8 first:pt-0">
            <PostCard post={post} isViewerKnown={isViewerKnown} />
          </li>
        ))}
      </ul>
      {list.hasMore && list.moreState === 'idle' && (
        <ShowMore
          label={texts.showMore}
          isEndless
          onShow={(cause) => {
            if (cause === 'pressed') setFocusAt(posts.length)
            list.showMore()
          }}
        />
      )}
      {list.moreState === 'loading' && <Below>{loading}</Below>}
      {list.moreState === 'failed' && <Below>{failure(list.showMore)}</Below>}
    </>
  )
}

/** Where the next posts will be. */
function Below({ children }: { children: ReactNode }) {
  return <div className="border-t border-line pt-8">{children}</div>
}
