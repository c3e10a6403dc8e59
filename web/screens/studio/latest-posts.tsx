import { formatNumber } from '#contract/numbers.ts'
import { nameOfPost } from '#web/features/post-card/post-title.ts'
import { When } from '#web/features/time/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'

import { studioTexts } from './messages.ts'
import { Part } from './part.tsx'
import type { Studio } from './use-studio.ts'

const texts = studioTexts.posts

/** The latest posts, and how they did. */
export function LatestPosts({ pageHandle, posts }: Pick<Studio, 'posts'> & { pageHandle: string }) {
  const { data } = posts
  return (
    <Part
      title={texts.title}
      action={
        <Button variant="quiet" size="small" to="/studio/posts">
          {texts.all}
        </Button>
      }
    >
      {data ? (
        data.length === 0 ? (
          <p className="text-ink-soft">{texts.none}</p>
        ) : (
          <ul className="divide-y divide-line border-y border-line">
            {data.map((post) => {
              const facts = [
                post.members !== null &&
                  post.members > 0 &&
                  texts.opened(formatNumber(post.opened), post.members),
                texts.visits(post.visits),
                post.plays > 0 && texts.plays(post.plays),
              ].filter((fact) => fact !== false)
              return (
                <li key={post._id} className="relative py-3.5">
                  <div className="flex items-baseline justify-between gap-4">
                    <Link
                      to={`/${pageHandle}/posts/${post._id}`}
                      dir="auto"
                      className="min-w-0 truncate rounded-small font-medium after:absolute after:inset-0 hover:underline"
                    >
                      {nameOfPost(post)}
                    </Link>
                    <When moment={post.publishedAt} className="shrink-0 text-sm text-ink-faint" />
                  </div>
                  <p className="mt-0.5 text-sm text-ink-soft tabular-nums">{facts.join(' · ')}</p>
                </li>
              )
            })}
          </ul>
        )
      ) : (
        <ErrorState title={texts.failed} onRetry={() => void posts.refetch()} isRetrying={posts.isFetching}>
          {posts.error?.message}
        </ErrorState>
      )}
    </Part>
  )
}
