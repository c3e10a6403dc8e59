import { useEffect, useRef, useState } from 'react'

import { Comments } from '#web/features/comments/comments.tsx'
import { commentIn } from '#contract/posts/comment-address.ts'
import { commentTexts } from '#web/features/comments/messages.ts'
import type { Post } from '#web/features/post-card/post.ts'
import { whenNear } from '#web/ui/when-near.ts'
import { useLocation } from '#web/routing/location.ts'

/** How far below the screen comments begin to load, in CSS pixels. */
const AHEAD_PX = 600
const COMMENTS_ID = 'comments'

/** The comments below a post. They are asked for once the reader comes near, or was sent to one of them. */
export function CommentsSection({ post }: { post: Post }) {
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  const [hasComeNear, setHasComeNear] = useState(false)
  const isNear = hasComeNear || hash === `#${COMMENTS_ID}` || commentIn(hash) !== null

  // It wasn't there yet when the browser looked for it.
  useEffect(() => {
    if (hash === `#${COMMENTS_ID}`) section.current?.scrollIntoView()
  }, [hash])

  useEffect(() => {
    if (isNear || !section.current) return undefined
    return whenNear(section.current, () => setHasComeNear(true), AHEAD_PX)
  }, [isNear])

  return (
    <section
      ref={section}
      id={COMMENTS_ID}
      aria-label={commentTexts.title}
      className="mt-12 min-h-60 border-t border-line pt-8"
    >
      {isNear && <Comments postId={post._id} postPath={post.path} pageHandle={post.creatorId.pageHandle} />}
    </section>
  )
}
