import { Suspense, useEffect, useMemo, useRef, useState } from 'react'

import { getPost } from '#contract/posts/routes.ts'
import { useQuery } from '#web/api/use-query.ts'
import { picturedPart } from '#web/features/post-pictures/pictured-part.ts'
import { Button } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

import { postCardTexts } from './messages.ts'
import { withLinksInNewTabs } from './post-html.ts'
import type { Post } from './post.ts'

const texts = postCardTexts.rest

/** A post's text. Lists carry only the beginning of a long one; the rest is loaded on request. */
export function PostText({ post, onEnlarge }: { post: Post; onEnlarge: (mediaId: string) => void }) {
  const [isAsked, setIsAsked] = useState(false)
  const rest = useQuery(getPost, { id: post._id }, { isEnabled: isAsked && post.isExcerpt })
  // The membership may have ended since the list was loaded: a locked answer adds nothing.
  const isLockedNow = rest.data?.locked === true && !post.locked
  const whole = post.isExcerpt && rest.data && !isLockedNow ? rest.data : null
  const content = whole?.content ?? post.content
  const html = useMemo(() => withLinksInNewTabs(content), [content])
  const wordsRef = useRef<HTMLDivElement>(null)
  const hasWhole = whole !== null
  const excerptParts = useRef(0)

  // The button is gone with its focus: reading continues where the excerpt ended.
  useEffect(() => {
    const goesOn = wordsRef.current?.children[Math.max(0, excerptParts.current - 1)]
    if (!hasWhole || !(goesOn instanceof HTMLElement)) return
    goesOn.tabIndex = -1
    goesOn.focus({ preventScroll: true })
  }, [hasWhole])

  function ask() {
    excerptParts.current = wordsRef.current?.children.length ?? 0
    if (isAsked) void rest.refetch()
    else setIsAsked(true)
  }

  const problem = isLockedNow ? texts.locked : rest.isError ? rest.error.message : null
  return (
    <>
      {/* Sanitised by the server. */}
      {html.includes('<figure data-media') ? (
        <div ref={wordsRef} data-part="pictured" className="mt-4">
          <Suspense>
            <picturedPart.Screen html={html} media={post.allMedia} onEnlarge={onEnlarge} />
          </Suspense>
        </div>
      ) : (
        <div
          ref={wordsRef}
          dir="auto"
          className="prose prose-bleed mt-4"
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
      {post.isExcerpt && !whole && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="small" isLoading={rest.isFetching} loadingLabel={texts.loading} onClick={ask}>
            {problem === null ? texts.show : texts.retry}
          </Button>
          {problem !== null && !rest.isFetching && (
            <p role="alert" className="min-w-0 text-sm text-bad wrap-break-word">
              {texts.failed} {problem}
            </p>
          )}
        </div>
      )}
      {post.isExcerpt && (
        <VisuallyHidden>
          <output>{hasWhole ? texts.shown : ''}</output>
        </VisuallyHidden>
      )}
    </>
  )
}
