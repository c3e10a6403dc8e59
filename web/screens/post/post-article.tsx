import { Suspense, useState } from 'react'

import type { creatorDetails } from '#contract/creators/calls.ts'
import { formatDay } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import type { getPostByAddress } from '#contract/posts/calls.ts'
import { useToken } from '#web/api/session.ts'
import { OnceHydrated } from '#web/features/form/once-hydrated.tsx'
import { Cover } from '#web/features/post-card/cover.tsx'
import { HeldContent, LockedContent } from '#web/features/post-card/locked-content.tsx'
import { postCardTexts } from '#web/features/post-card/messages.ts'
import { PostContent } from '#web/features/post-card/post-content.tsx'
import { postTitle } from '#web/features/post-card/post-title.ts'
import { PostMarks } from '#web/features/post-marks/post-marks.tsx'
import { When } from '#web/features/time/when.tsx'
import { ShareActions } from '#web/features/share/share-actions.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { usePageConfig } from '#web/page-data.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Link } from '#web/ui/link.tsx'

import { postPageTexts as texts } from './messages.ts'
import { Neighbours } from './neighbours.tsx'

// Only for the owner, and for members who may join.
const OwnerTools = lazyPart(async () => (await import('./owner-tools.tsx')).OwnerTools)
const CommentsSection = lazyPart(async () => (await import('./comments-section.tsx')).CommentsSection)
const MoreFromPage = lazyPart(async () => (await import('./more-from-page.tsx')).MoreFromPage)
const JoinHere = lazyPart(async () => (await import('./join-here.tsx')).JoinHere)

export interface PostArticleProps extends OutputOf<typeof getPostByAddress> {
  creator: OutputOf<typeof creatorDetails>
  /** Whether the viewer may read it is unknown: until then a locked post is neither sold nor called locked. */
  isViewerKnown: boolean
  onJoined: () => void
}

/** A post with its whole text, or the public part of a members' post, and the way to others. */
export function PostArticle({
  post,
  previous,
  next,
  collections,
  creator,
  isViewerKnown,
  onJoined,
}: PostArticleProps) {
  const { publicUrl } = usePageConfig()
  const isSignedIn = useToken() !== null
  const [joiningId, setJoiningId] = useState<string | null>(null)
  const { pageHandle, pageName, profileImage } = post.creatorId
  const isOwner = creator.isCurrentUser
  // Whoever pays already has what it would offer. Where the post is locked its plan was offered above.
  const isOffered = !isOwner && !creator.isSubscribed && !(post.locked && creator.isFollowing)
  return (
    <div className="mx-auto w-full max-w-reading px-4 pb-16 sm:box-content sm:w-auto sm:px-6">
      <article aria-labelledby="post-title">
        {post.cover && (
          <div className="sm:mt-6 lg:-mx-15">
            <Cover cover={post.cover} isEager />
          </div>
        )}
        <header className="pt-8 sm:pt-10">
          {post.title === null ? (
            <h1 id="post-title" className="sr-only">
              {postCardTexts.ofDay(formatDay(post.publishedAt))}
            </h1>
          ) : (
            <h1
              id="post-title"
              dir="auto"
              className="font-display text-2xl leading-tight text-balance wrap-break-word sm:text-3xl"
            >
              {post.title}
            </h1>
          )}
          <div className={post.title === null ? '' : 'mt-5'}>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-3">
              <Avatar name={pageName} handle={pageHandle} src={profileImage} size={48} />
              <div className="min-w-0 flex-1 leading-snug">
                <Link to={`/${pageHandle}`} className="block truncate font-semibold text-ink hover:underline">
                  {pageName}
                </Link>
                <p className="flex flex-wrap gap-x-1.5 text-sm text-ink-faint">
                  <When moment={post.publishedAt} />
                  {post.plan && !post.locked && !isOwner && (
                    <>
                      <span aria-hidden="true">·</span>
                      <span>{postCardTexts.openFor(post.plan.name)}</span>
                    </>
                  )}
                  {post.editedAt !== null && (
                    <>
                      <span aria-hidden="true">·</span>
                      <span title={formatDay(post.editedAt)}>{postCardTexts.edited}</span>
                    </>
                  )}
                </p>
              </div>
              {isOwner && (
                <Suspense>
                  <OwnerTools post={post} />
                </Suspense>
              )}
            </div>
          </div>
        </header>
        <div className="reading mt-8">
          {(!post.locked || post.content !== '') && <PostContent post={post} />}
          {post.locked &&
            (isViewerKnown ? (
              <LockedContent post={post} onJoin={isSignedIn ? setJoiningId : undefined} isOwnPage />
            ) : (
              <HeldContent />
            ))}
        </div>
        <footer className="mt-10 flex flex-wrap items-center justify-between gap-4">
          <PostMarks postId={post._id} postPath={post.path} isLocked={post.locked} />
          <ShareActions url={publicUrl + post.path} title={postTitle(post)} />
        </footer>
      </article>
      <InCollections collections={collections} />
      {isViewerKnown && isOffered && (
        <OnceHydrated>
          <MoreFromPage {...{ creator, isSignedIn }} hasPlans={post.hasPlans && !post.locked} />
        </OnceHydrated>
      )}
      {isViewerKnown && !post.locked && (
        <OnceHydrated>
          <CommentsSection post={post} />
        </OnceHydrated>
      )}
      <Neighbours previous={previous} next={next} />
      {isSignedIn && isViewerKnown && post.locked && (
        <Suspense>
          <JoinHere post={post} planId={joiningId} onChoose={setJoiningId} onJoined={onJoined} />
        </Suspense>
      )}
    </div>
  )
}

/** The way to the collections that a post is in. */
function InCollections({ collections }: Pick<OutputOf<typeof getPostByAddress>, 'collections'>) {
  if (collections.length === 0) return null
  return (
    <nav
      aria-label={texts.partOf}
      className="mt-8 flex flex-wrap items-center gap-x-4 text-base text-ink-soft"
    >
      <span aria-hidden="true">{texts.partOf}</span>
      {collections.map(({ path, title }) => (
        <Link
          key={path}
          to={path}
          className="inline-flex min-h-11 max-w-full min-w-0 items-center font-medium text-brand underline-offset-3 hover:underline"
        >
          <span dir="auto" className="truncate">
            {title}
          </span>
        </Link>
      ))}
    </nav>
  )
}
