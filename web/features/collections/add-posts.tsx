import { Plus, Search } from 'lucide-react'
import { useState } from 'react'

import { COLLECTION_POSTS_MAX, POSTS_PER_PAGE } from '#contract/posts/limits.ts'
import { collectionMessages } from '#contract/posts/collection-messages.ts'
import { listOwnPosts } from '#contract/posts/calls.ts'
import { usePages } from '#web/api/use-pages.ts'
import { nameOfPost } from '#web/features/post-card/post-title.ts'
import { useSettled } from '#web/features/search-field/use-settled.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { Arranged } from './arranged-posts.tsx'
import { collectionTexts } from './messages.ts'

const texts = collectionTexts.dialog

/** The creator's other posts, to be put into a collection. */
export function AddPosts({
  chosen,
  onAdd,
}: {
  chosen: readonly Arranged[]
  /** With what to tell screen readers. */
  onAdd: (post: Arranged, news: string) => void
}) {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const list = usePages(listOwnPosts, { ...(q !== '' && { q }), limit: POSTS_PER_PAGE }, ({ posts }) => posts)
  const taken = new Set(chosen.map(({ _id }) => _id))
  const others = list.rows?.filter(({ _id }) => !taken.has(_id))
  return (
    <section aria-label={texts.add}>
      <h3 className="font-semibold">{texts.add}</h3>
      {chosen.length >= COLLECTION_POSTS_MAX ? (
        <p className="mt-2 text-base text-ink-soft">{collectionMessages.tooManyPosts}</p>
      ) : (
        <>
          <TextField
            label={texts.find}
            isLabelHidden
            type="search"
            className="mt-2"
            placeholder={texts.findPlaceholder}
            leadingIcon={<Search />}
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              // It searches as one types: Enter must not save the collection.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
          {others ? (
            <>
              {others.length === 0 && !list.hasMore && (
                <p className="mt-3 text-base text-ink-soft">{texts.noneFound}</p>
              )}
              <ul className="mt-2 divide-y divide-line">
                {others.map((post) => (
                  <li key={post._id} className="flex items-center gap-1 ps-4 pe-1">
                    <span dir="auto" className="min-w-0 flex-1 truncate">
                      {nameOfPost(post)}
                    </span>
                    {post.state !== 'published' && (
                      <span className="shrink-0 px-1 text-sm text-ink-faint">{texts.states[post.state]}</span>
                    )}
                    <IconButton
                      label={texts.put(nameOfPost(post))}
                      icon={<Plus />}
                      onClick={() => onAdd(post, texts.added(nameOfPost(post)))}
                    />
                  </li>
                ))}
              </ul>
              {list.hasMore && (
                <Button size="small" isLoading={list.moreState === 'loading'} onClick={list.showMore}>
                  {texts.showMore}
                </Button>
              )}
            </>
          ) : list.error ? (
            <ErrorState
              title={collectionTexts.postsFailed}
              onRetry={list.refetch}
              isRetrying={list.isFetching}
            >
              {list.error.message}
            </ErrorState>
          ) : (
            <SkeletonList label={collectionTexts.postsLoading} />
          )}
        </>
      )}
    </section>
  )
}
