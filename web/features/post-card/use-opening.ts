import { type RefObject, useEffect, useRef } from 'react'

import { openPost } from '#contract/posts/routes.ts'
import { call } from '#web/api/call.ts'

/** Scrolling past is not reading. */
const READ_AFTER_MS = 2000

/** Posts told already in this tab. */
const told = new Set<string>()

/**
 * Tells the server that a post for members was before the reader's eyes: how much of a membership was used decides
 * about refunds. Once a post, and silently: whether it arrives changes nothing for the reader.
 */
export function useOpening(postId: string, isForMembers: boolean): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element || !isForMembers || told.has(postId)) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer)
      if (!entry?.isIntersecting) return
      timer = setTimeout(() => {
        observer.disconnect()
        told.add(postId)
        call(openPost, { id: postId }).catch(() => told.delete(postId))
      }, READ_AFTER_MS)
    })
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [postId, isForMembers])
  return ref
}
