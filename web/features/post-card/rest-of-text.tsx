import { type RefObject, useEffect, useRef, useState } from 'react'

import { getPost } from '#contract/posts/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { Button } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

import { postCardTexts } from './messages.ts'
import type { Post } from './post.ts'

const texts = postCardTexts.rest

/** Loads what a list left out of a long text, on request. */
export function RestOfText({
  post,
  wordsRef,
  isShown,
  onWhole,
}: {
  post: Post
  /** Where the text is shown. */
  wordsRef: RefObject<HTMLElement | null>
  /** All of it is there. */
  isShown: boolean
  onWhole: (content: string) => void
}) {
  const [isAsked, setIsAsked] = useState(false)
  const rest = useQuery(getPost, { id: post._id }, { isEnabled: isAsked })
  // The membership may have ended since the list was loaded: a locked answer adds nothing.
  const isLockedNow = rest.data?.locked === true && !post.locked
  const whole = rest.data && !isLockedNow ? rest.data.content : null
  const excerptParts = useRef(0)

  useEffect(() => {
    if (whole !== null) onWhole(whole)
  }, [whole, onWhole])

  // The button is gone with its focus: reading continues where the excerpt ended.
  useEffect(() => {
    const goesOn = wordsRef.current?.children[Math.max(0, excerptParts.current - 1)]
    if (!isShown || !(goesOn instanceof HTMLElement)) return
    goesOn.setAttribute('tabindex', '-1')
    goesOn.focus({ preventScroll: true })
  }, [isShown, wordsRef])

  function ask() {
    excerptParts.current = wordsRef.current?.children.length ?? 0
    if (isAsked) void rest.refetch()
    else setIsAsked(true)
  }

  const problem = isLockedNow ? texts.locked : rest.isError ? rest.error.message : null
  return (
    <>
      {!isShown && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
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
      <VisuallyHidden>
        <output>{isShown ? texts.shown : ''}</output>
      </VisuallyHidden>
    </>
  )
}
