import { ChevronLeft, Feather, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'

import type { creatorDetails } from '#contract/creators/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { listCollectionPosts } from '#contract/posts/calls.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'
import type { Collection } from '#web/features/collections/collection.ts'
import { collectionTexts as texts } from '#web/features/collections/messages.ts'
import { PostCard } from '#web/features/post-card/post-card.tsx'
import type { Post } from '#web/features/post-card/post.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { firstPostsInput } from './load.ts'

// Only for the owner.
const CollectionDialog = lazyPart(
  async () => (await import('#web/features/collections/collection-dialog.tsx')).CollectionDialog,
)
const DeleteCollectionDialog = lazyPart(
  async () => (await import('#web/features/collections/delete-collection-dialog.tsx')).DeleteCollectionDialog,
)

interface CollectionPostsProps {
  pageHandle: string
  address: string
  creator: OutputOf<typeof creatorDetails>
  collection: Collection
  isViewerKnown: boolean
}

/** A collection's name and what is told of it, above its posts in order. */
export function CollectionPosts({
  pageHandle,
  address,
  creator,
  collection,
  isViewerKnown,
}: CollectionPostsProps) {
  const [isEditing, setIsEditing] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const isOwner = creator.isCurrentUser
  const { title, description, postCount } = collection
  return (
    <>
      <Link
        to={`/${creator.pageHandle}/collections`}
        className="-ms-1 inline-flex min-h-11 max-w-full items-center gap-1 text-base text-ink-soft hover:text-ink hover:underline"
      >
        <ChevronLeft aria-hidden="true" className="size-4 shrink-0" />
        <span className="truncate">{texts.title(creator.pageName)}</span>
      </Link>
      <header className="mt-2 border-b border-line pb-8">
        <h1
          dir="auto"
          className="font-display text-2xl leading-tight text-balance wrap-break-word sm:text-3xl"
        >
          {title}
        </h1>
        {description !== '' && (
          <p
            dir="auto"
            className="mt-4 text-lg leading-relaxed wrap-break-word whitespace-pre-line text-ink-soft"
          >
            {description}
          </p>
        )}
        <p className="mt-5 flex items-center gap-3 text-sm text-ink-faint">
          <Avatar name={creator.pageName} handle={creator.pageHandle} src={creator.profileImage} size={32} />
          <Link to={`/${creator.pageHandle}`} className="truncate font-semibold text-ink hover:underline">
            {creator.pageName}
          </Link>
          <span className="shrink-0">{texts.postCount(postCount)}</span>
        </p>
        {isOwner && (
          <div className="mt-5 flex flex-wrap gap-3">
            <Button size="small" icon={<Pencil />} onClick={() => setIsEditing(true)}>
              {texts.edit}
            </Button>
            <Button size="small" variant="quiet" icon={<Trash2 />} onClick={() => setIsDeleting(true)}>
              {texts.remove}
            </Button>
          </div>
        )}
        {isOwner && postCount === 0 && <p className="mt-4 text-sm text-ink-soft">{texts.onlyYou}</p>}
      </header>
      <Posts {...{ pageHandle, address, isViewerKnown }} />
      {isOwner && (
        <Suspense>
          <CollectionDialog isOpen={isEditing} collection={collection} onClose={() => setIsEditing(false)} />
          <DeleteCollectionDialog
            collection={isDeleting ? collection : null}
            pageHandle={creator.pageHandle}
            onClose={() => setIsDeleting(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const PARAGRAPH = { begin: '<p>', end: '</p>' }

/** The first paragraph of a long text: the parts of a set should be in sight together. The rest is read on request. */
function beginningOf(post: Post): Post {
  const content = post.content.trimEnd()
  const end = content.indexOf(PARAGRAPH.end) + PARAGRAPH.end.length
  const isLong = content.startsWith(PARAGRAPH.begin) && end < content.length
  return isLong && !post.locked ? { ...post, content: content.slice(0, end), isExcerpt: true } : post
}

function Posts({
  pageHandle,
  address,
  isViewerKnown,
}: Pick<CollectionPostsProps, 'pageHandle' | 'address' | 'isViewerKnown'>) {
  const list = useInfiniteQuery(listCollectionPosts, firstPostsInput(pageHandle, address))
  if (!list.rows)
    return (
      <div className="mt-8">
        {list.error ? (
          <ErrorState title={texts.postsFailed} onRetry={list.refetch} isRetrying={list.isFetching}>
            {list.error.message}
          </ErrorState>
        ) : (
          <SkeletonList shape="card" label={texts.postsLoading} />
        )}
      </div>
    )
  if (list.rows.length === 0)
    return (
      <EmptyState className="mt-8" icon={<Feather />} title={texts.noPostsTitle}>
        {texts.noPosts}
      </EmptyState>
    )
  return (
    <>
      <ol className="post-list in-order own-posts">
        {list.rows.map((post) => (
          <li key={post._id}>
            <PostCard post={beginningOf(post)} isViewerKnown={isViewerKnown && !list.isPlaceholderData} />
          </li>
        ))}
      </ol>
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
