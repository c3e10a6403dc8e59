import { ChevronDown, Equal, X } from 'lucide-react'
import { useRef } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import type { getOwnCollection } from '#contract/posts/calls.ts'
import { nameOfPost } from '#web/features/post-card/post-title.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

import { collectionTexts } from './messages.ts'
import { useDragOrder } from './use-drag-order.ts'

const texts = collectionTexts.dialog

export type Arranged = OutputOf<typeof getOwnCollection>['posts'][number]

/** The posts of a collection, to be put in order and taken out. */
export function ArrangedPosts({
  posts,
  onChange,
  onNews,
}: {
  posts: readonly Arranged[]
  onChange: (posts: readonly Arranged[]) => void
  /** What has happened, for screen readers. */
  onNews: (news: string) => void
}) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const { listRef, draggedId, take } = useDragOrder(
    posts.map(({ _id }) => _id),
    move,
  )

  function move(from: number, to: number) {
    const moved = posts[from]
    if (!moved || to < 0 || to >= posts.length) return
    onChange(posts.toSpliced(from, 1).toSpliced(to, 0, moved))
    onNews(texts.moved(nameOfPost(moved), to + 1, posts.length))
  }

  function takeOut(post: Arranged) {
    onChange(posts.filter(({ _id }) => _id !== post._id))
    onNews(texts.takenOut(nameOfPost(post)))
    // Its button is gone.
    headingRef.current?.focus({ preventScroll: true })
  }

  return (
    <section>
      <h3 ref={headingRef} tabIndex={-1} className="font-semibold">
        {texts.posts}
      </h3>
      {posts.length === 0 ? (
        <p className="mt-2 text-base text-ink-soft">{texts.empty}</p>
      ) : (
        <ol ref={listRef} className="mt-2 divide-y divide-line rounded-card border border-line">
          {posts.map((post, index) => (
            <li
              key={post._id}
              className={classNames(
                'flex items-center gap-1 py-1 pe-1',
                post._id === draggedId && 'relative z-1 rounded-control bg-paper-raised shadow-float',
              )}
            >
              {/* For pointers; the buttons in the row do the same. */}
              <span
                aria-hidden="true"
                onPointerDown={(event) => take(post._id, event)}
                className={classNames(
                  'flex min-h-11 shrink-0 touch-none items-center gap-1.5 ps-2 select-none',
                  draggedId === null ? 'cursor-grab' : 'cursor-grabbing',
                )}
              >
                <Equal className="size-5 text-ink-faint" />
                <span className="min-w-6 text-sm text-ink-faint tabular-nums">{index + 1}</span>
              </span>
              {/* On phones in two small lines, which are no taller than the buttons: all rows have one height. */}
              <span
                dir="auto"
                className="min-w-0 flex-1 max-sm:line-clamp-2 max-sm:text-sm max-sm:leading-5 sm:truncate"
              >
                {nameOfPost(post)}
              </span>
              {post.state !== 'published' && (
                <span className="shrink-0 px-1 text-sm text-ink-faint">{texts.states[post.state]}</span>
              )}
              <IconButton
                label={texts.up(nameOfPost(post))}
                icon={<ChevronDown className="rotate-180" />}
                aria-disabled={index === 0}
                className="aria-disabled:opacity-40"
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                label={texts.down(nameOfPost(post))}
                icon={<ChevronDown />}
                aria-disabled={index === posts.length - 1}
                className="aria-disabled:opacity-40"
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                label={texts.takeOut(nameOfPost(post))}
                icon={<X />}
                onClick={() => takeOut(post)}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
