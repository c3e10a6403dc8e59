import { Lock } from 'lucide-react'
import { useId } from 'react'

import { holdsText } from '#web/features/media/duration.ts'
import { firstWords } from '#web/features/page-head/first-words.ts'
import { contentsText } from '#web/features/post-card/locked-content.tsx'
import { postCardTexts as texts } from '#web/features/post-card/messages.ts'
import type { Post } from '#web/features/post-card/post.ts'
import { When } from '#web/features/time/when.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'

/** More than two lines hold. */
const WORDS_MAX = 240

/** A post among those of many creators: its cover, its title, two lines, and whose it is. */
export function BriefPost({
  post,
  isViewerKnown,
}: {
  post: Post
  /** Until then a locked post isn't called so. */
  isViewerKnown: boolean
}) {
  const headId = useId()
  const { pageHandle, pageName, profileImage } = post.creatorId
  const words = firstWords(post.content, WORDS_MAX) || post.pitch || ''
  const facts = factsOf(post)
  const picture = pictureOf(post)
  const link = (content: string) => (
    <Link to={post.path} className="outline-none after:absolute after:inset-0">
      {content}
    </Link>
  )
  return (
    <article
      aria-labelledby={headId}
      className="group relative flex items-start gap-4 rounded-control has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-4 has-[a:focus-visible]:outline-brand sm:gap-6"
    >
      <div className="min-w-0 flex-1">
        <p className="mb-2 flex min-w-0 items-center gap-2 text-sm text-ink-faint">
          <Avatar name={pageName} handle={pageHandle} src={profileImage} size={32} />
          <Link
            to={`/${pageHandle}`}
            className="relative z-1 min-w-0 truncate py-1.5 font-medium text-ink hover:underline"
          >
            {pageName}
          </Link>
          <span dir="ltr" className="min-w-0 truncate">
            @{pageHandle}
          </span>
          <span aria-hidden="true">·</span>
          <When moment={post.publishedAt} className="shrink-0" />
        </p>
        {post.title !== null && (
          <h3
            id={headId}
            dir="auto"
            className="line-clamp-2 font-display text-lg leading-tight wrap-break-word group-hover:underline"
          >
            {link(post.title)}
          </h3>
        )}
        {(words !== '' || post.title === null) && (
          <p
            id={post.title === null ? headId : undefined}
            dir="auto"
            className={classNames(
              'line-clamp-2 wrap-break-word',
              post.title === null ? 'text-lg text-ink' : 'mt-1 text-base text-ink-soft',
            )}
          >
            {post.title === null ? link(words || (post.teaser ?? facts[0] ?? texts.untitled)) : words}
          </p>
        )}
        {(facts.length > 0 || post.plan) && (
          <p className="mt-1.5 flex min-h-5 flex-wrap items-center gap-x-1.5 text-sm text-ink-faint">
            {post.plan && isViewerKnown && (
              <span className="inline-flex items-center gap-1.5">
                {post.locked && <Lock aria-hidden="true" className="size-3.5" />}
                {texts.openFor(post.plan.name)}
              </span>
            )}
            {facts.map((fact, index) => (
              <span key={fact}>
                {(index > 0 || (post.plan && isViewerKnown)) && <span aria-hidden="true">· </span>}
                {fact}
              </span>
            ))}
          </p>
        )}
      </div>
      {picture && (
        <img
          {...picture}
          sizes="(min-width: 40rem) 11rem, 6rem"
          // What it shows is said on the post's own page.
          alt=""
          loading="lazy"
          decoding="async"
          className="aspect-4/3 w-24 shrink-0 rounded-control bg-wash object-cover sm:w-44"
        />
      )}
    </article>
  )
}

/** What it holds besides its text: "Video, 12 min", "3 files". */
function factsOf(post: Post): string[] {
  const inAll = contentsText(post)
  if (inAll !== null) return [inAll]
  const player = post.allMedia.find(({ kind }) => kind !== 'image')
  return [
    player && holdsText(player),
    !player && post.embed && holdsText({ kind: 'video', durationMs: null }),
    post.fileCount > 0 && texts.files(post.fileCount),
  ].filter((fact) => typeof fact === 'string')
}

/** Its cover, or the first picture that it has. */
function pictureOf({ cover, allMedia }: Post): { src: string; srcSet?: string } | null {
  const first = cover ?? allMedia.find(({ kind, poster }) => kind === 'image' || poster !== null)
  if (!first) return null
  if (first.kind !== 'image') return first.poster === null ? null : { src: first.poster }
  const srcSet = first.srcSet.map(({ url, widthPx }) => `${url} ${widthPx}w`).join(', ')
  return first.src === null ? null : { src: first.src, ...(srcSet && { srcSet }) }
}
