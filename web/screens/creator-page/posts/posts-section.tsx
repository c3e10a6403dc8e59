import { Feather } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'

import { PlanBadge } from '#web/features/plan-badge/plan-badge.tsx'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { PostCard } from '#web/features/post-card/post-card.tsx'
import type { Post } from '#web/features/post-card/post.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { OnceHydrated } from '#web/features/form/once-hydrated.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import type { Creator } from '../creator.ts'
import { creatorPageTexts } from '../messages.ts'
import { useCreatorPosts, type ViewAs } from './creator-posts.ts'

const texts = creatorPageTexts.posts

// Not needed to read the page.
const PageSearch = lazyPart(
  async () => (await import('#web/features/search-field/page-search.tsx')).PageSearch,
)

// Only for the owner.
const ShareHint = lazyPart(async () => (await import('../owner-parts.ts')).ShareHint)
const FirstPost = lazyPart(async () => (await import('../owner-parts.ts')).FirstPost)

const DeletePostDialog = lazyPart(
  async () => (await import('#web/features/post-card/delete-post-dialog.tsx')).DeletePostDialog,
)

export const FEED_LINE_ID = 'feed-line'

export type PostsSectionProps = {
  /** As in the address: part of the query. */
  pageHandle: string
  creator: Creator
  /** null: as the viewer is. */
  viewAs: ViewAs | null
  plans: readonly Plan[]
  isViewerKnown: boolean
  onCreate: () => void
  /** Opens a plan's payment sheet. */
  onJoin: (planId: string) => void
}

/** "Recent posts by …", newest first, with the owner's actions. */
export function PostsSection({
  pageHandle,
  creator,
  viewAs,
  plans,
  isViewerKnown,
  onCreate,
  onJoin,
}: PostsSectionProps) {
  const list = useCreatorPosts(pageHandle, viewAs)
  const [deleting, setDeleting] = useState<Post | null>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const posts = list.rows ?? []
  const firstNew = useFocusOnAppended(posts.length)
  const isOwner = creator.isCurrentUser
  // As high as the heading and the search: the posts stay where they are when the owner is known.
  const hasLine = isOwner && posts.length > 0

  return (
    <section aria-labelledby="posts-heading" className="min-w-0">
      <div className="posts-head">
        <h2 id="posts-heading" ref={headingRef} tabIndex={-1} className={hasLine ? 'sr-only' : undefined}>
          {texts.title(creator.pageName)}
        </h2>
        {hasLine && <FeedLine creator={creator} onCreate={onCreate} />}
        {posts.length > 0 && (
          <div className="posts-search">
            <OnceHydrated>
              <PageSearch pageHandle={pageHandle} pageName={creator.pageName} />
            </OnceHydrated>
          </div>
        )}
      </div>
      {!list.rows ? (
        <div className="mt-6">
          {list.error ? (
            <ErrorState title={texts.failed} onRetry={list.refetch} isRetrying={list.isFetching}>
              {list.error.message}
            </ErrorState>
          ) : (
            <SkeletonList shape="card" label={texts.loading} />
          )}
        </div>
      ) : posts.length === 0 ? (
        isOwner ? (
          <Suspense>
            <FirstPost onCreate={onCreate} />
          </Suspense>
        ) : (
          <EmptyState className="mt-6" icon={<Feather />} title={texts.noneTitle}>
            {texts.none(creator.pageName)}
          </EmptyState>
        )
      ) : (
        <>
          {creator.setup?.isShared === false && (
            <Suspense>
              <ShareHint creator={creator} />
            </Suspense>
          )}
          <ul className="post-list own-posts">
            {posts.map((post, index) => (
              <li key={post._id} tabIndex={-1} ref={index === firstNew.index ? firstNew.ref : undefined}>
                <PostCard
                  post={post}
                  onJoin={onJoin}
                  // Both answers: the way to open a post depends on whether the viewer has joined.
                  isViewerKnown={isViewerKnown && !list.isPlaceholderData}
                  badge={isOwner ? <PlanBadge plan={post.plan} offeredPlans={plans} /> : undefined}
                  onDelete={isOwner ? () => setDeleting(post) : undefined}
                />
              </li>
            ))}
          </ul>
          {list.hasMore && (
            <div className="flex flex-col items-center gap-3 border-t border-line pt-8">
              {list.moreState === 'failed' && <ErrorLine>{texts.moreFailed}</ErrorLine>}
              <Button
                isLoading={list.moreState === 'loading'}
                onClick={() => {
                  firstNew.expect(posts.length)
                  list.showMore()
                }}
              >
                {texts.showMore}
              </Button>
            </div>
          )}
        </>
      )}
      {isOwner && (
        <Suspense>
          <DeletePostDialog
            post={deleting}
            onClose={() => setDeleting(null)}
            // After the dialog has closed: until then the page behind it can't take focus.
            onDeleted={() => setTimeout(() => headingRef.current?.focus())}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Where a post begins, for the page's owner: looks like a field, and opens Create New Post. */
function FeedLine({ creator, onCreate }: { creator: Creator; onCreate: () => void }) {
  return (
    <button
      id={FEED_LINE_ID}
      type="button"
      onClick={onCreate}
      className="flex min-h-11 min-w-0 flex-1 scroll-mt-24 items-center gap-3 rounded-control border border-line bg-paper-raised ps-1.5 pe-4 text-start text-sm text-ink-faint hover:border-line-strong"
    >
      <Avatar name={creator.pageName} handle={creator.pageHandle} src={creator.profileImage} size={32} />
      <span className="min-w-0 flex-1 truncate">{texts.share}</span>
      <span className="font-semibold text-brand max-sm:sr-only">{texts.create}</span>
    </button>
  )
}

/** The "more" button may be gone with the last page: the first new post takes the focus. */
function useFocusOnAppended(count: number) {
  const ref = useRef<HTMLLIElement>(null)
  const [index, setIndex] = useState(-1)
  const isThere = index >= 0 && index < count
  useEffect(() => {
    if (isThere) ref.current?.focus({ preventScroll: true })
  }, [isThere])
  return { ref, index, expect: setIndex }
}
