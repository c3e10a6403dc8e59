import { NotebookPen } from 'lucide-react'

import { getPosts } from '#contract/posts/calls.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

import { FIRST_POSTS_INPUT } from './first-lists.ts'
import { exploreTexts } from './messages.ts'
import { PostList } from './post-list.tsx'

const texts = exploreTexts.posts

/** All creators' newest posts, but for those above; more load as the end comes near. */
export function RecentPosts({ above }: { above: ReadonlySet<string> }) {
  const list = useInfiniteQuery(getPosts, FIRST_POSTS_INPUT)
  return (
    <PostList
      list={{ ...list, rows: list.rows?.filter(({ _id }) => !above.has(_id)) }}
      isEndless
      loadingLabel={texts.loading}
      none={
        <EmptyState icon={<NotebookPen />} title={texts.noneTitle}>
          {texts.none}
        </EmptyState>
      }
    />
  )
}
