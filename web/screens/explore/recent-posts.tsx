import { NotebookPen } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { getPosts } from '#contract/posts/routes.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useViewer } from '#web/api/session.ts'
import { PostCard } from '#web/features/post-card/post-card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { FIRST_POSTS_INPUT, POSTS_AT_ONCE } from './first-lists.ts'
import { exploreTexts } from './messages.ts'
import { ShowMore } from './show-more.tsx'

const texts = exploreTexts.posts

/** All creators' newest posts; more load as the end comes near. */
export function RecentPosts() {
  return <PostsAfter />
}

/**
 * The posts from a cursor, with the next ones below. Each part starts where the one above currently ends, so nothing is
 * skipped or shown twice when new posts arrive in between.
 */
function PostsAfter({ cursor, takesFocus = false }: { cursor?: string; takesFocus?: boolean }) {
  const [more, setMore] = useState<'pressed' | 'reached' | null>(null)
  const posts = useQuery(getPosts, { ...FIRST_POSTS_INPUT, ...(cursor !== undefined && { cursor }) })
  const isViewerKnown = useViewer() !== 'unknown' && !posts.isPlaceholderData
  const listRef = useRef<HTMLUListElement>(null)
  const isLoaded = posts.data !== undefined

  // The pressed button is gone: focus moves to the first new post. Scrolling moves no focus.
  useEffect(() => {
    if (takesFocus && isLoaded) listRef.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [takesFocus, isLoaded])

  if (!posts.data) {
    if (posts.isError)
      return (
        <ErrorState title={texts.failed} onRetry={() => void posts.refetch()} isRetrying={posts.isFetching}>
          {posts.error.message}
        </ErrorState>
      )
    return <SkeletonList label={texts.loading} shape="card" />
  }

  if (posts.data.length === 0)
    return cursor === undefined ? (
      <EmptyState icon={<NotebookPen />} title={texts.noneTitle}>
        {texts.none}
      </EmptyState>
    ) : null

  const last = posts.data.at(-1)
  const mayHaveMore = posts.data.length === POSTS_AT_ONCE && last !== undefined
  return (
    <>
      <ul ref={listRef} className="divide-y divide-line border-line">
        {posts.data.map((post) => (
          <li key={post._id} className="py-8 first:pt-0">
            <PostCard post={post} isViewerKnown={isViewerKnown} />
          </li>
        ))}
      </ul>
      {mayHaveMore && more === null && <ShowMore label={texts.showMore} isEndless onShow={setMore} />}
      {mayHaveMore && more !== null && (
        <div className="border-t border-line pt-8">
          <PostsAfter cursor={last._id} takesFocus={more === 'pressed'} />
        </div>
      )}
    </>
  )
}
