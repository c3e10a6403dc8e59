import { type ReactNode, useEffect, useRef, useState } from 'react'

import type { getPosts } from '#contract/posts/calls.ts'
import { useViewer } from '#web/api/session.ts'
import type { useInfiniteQuery } from '#web/api/use-infinite-query.ts'
import { PostCard } from '#web/features/post-card/post-card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { exploreTexts } from './messages.ts'
import { ShowMore } from './show-more.tsx'

const texts = exploreTexts.posts

export type PostListProps = {
  list: ReturnType<typeof useInfiniteQuery<typeof getPosts>>
  /** More load as the end comes near; otherwise when a button is pressed. */
  isEndless?: boolean
  loadingLabel: string
  none: ReactNode
}

/** Posts of many creators, page by page. */
export function PostList({ list, isEndless = false, loadingLabel, none }: PostListProps) {
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
  const loading = <SkeletonList label={loadingLabel} shape="card" />

  if (!posts) return list.error ? failure(list.refetch) : loading
  if (posts.length === 0 && !list.hasMore) return none

  return (
    <>
      <ul ref={listRef} className="post-list">
        {posts.map((post) => (
          <li key={post._id}>
            <PostCard post={post} isViewerKnown={isViewerKnown} />
          </li>
        ))}
      </ul>
      {list.hasMore && list.moreState === 'idle' && (
        <ShowMore
          label={texts.showMore}
          isEndless={isEndless}
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
