import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'

import { likePost, listMarkedPosts, savePost, unlikePost, unsavePost } from '#contract/posts/mark-routes.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { useToken, useViewer } from '#web/api/session.ts'
import { loginPath } from '#web/features/sign-in/own-path.ts'
import { useLocation } from '#web/routing/location.ts'
import { navigate } from '#web/routing/navigate.ts'
import { toast } from '#web/ui/toast.tsx'

import {
  askForMarks,
  changeMarks,
  forgetMarks,
  type Marks,
  readMarks,
  subscribeToMarks,
} from './marks-store.ts'
import { postMarksTexts as texts } from './messages.ts'

let lastToken: string | null = null

/** A post's marks (null until they are known), and what its two buttons do. Visitors are led to log in. */
export function useMarks(postId: string) {
  const viewer = useViewer()
  const token = useToken()
  const asker = viewer === 'member' ? 'member' : 'visitor'
  const place = useLocation()
  const isBusy = useRef(false)
  const marks = useSyncExternalStore(
    subscribeToMarks,
    useCallback(() => readMarks(asker, postId), [asker, postId]),
    () => null,
  )
  const like = useMutation(likePost)
  const unlike = useMutation(unlikePost)
  const save = useMutation(savePost, { refreshes: [listMarkedPosts] })
  const unsave = useMutation(unsavePost)

  useEffect(() => {
    if (viewer === 'unknown') return
    if (token !== lastToken) forgetMarks()
    lastToken = token
    askForMarks(asker, postId)
  }, [viewer, token, asker, postId])

  /** Shows the result at once, and takes it back if it didn't happen. */
  async function change(
    after: Partial<Marks>,
    failed: string,
    happen: () => Promise<Partial<Marks>>,
  ): Promise<void> {
    if (asker === 'visitor') {
      navigate(loginPath(place.pathname + place.search + place.hash))
      return
    }
    if (isBusy.current || !marks) return
    isBusy.current = true
    changeMarks(asker, postId, after)
    try {
      // All of it again: a question asked before the press may have been answered meanwhile.
      changeMarks(asker, postId, { ...after, ...(await happen()) })
    } catch (error) {
      changeMarks(asker, postId, marks)
      toast.error(error instanceof CallError ? error.message : failed)
    } finally {
      isBusy.current = false
    }
  }

  const input = { id: postId }
  return {
    marks,
    toggleLike: () => {
      const isLiked = !marks?.isLiked
      const likes = Math.max(0, (marks?.likes ?? 0) + (isLiked ? 1 : -1))
      return change({ isLiked, likes }, texts.notLiked, async () => {
        const { count } = await (isLiked ? like : unlike).mutateAsync({ input })
        return { likes: count }
      })
    },
    toggleSave: () => {
      const isSaved = !marks?.isSaved
      return change({ isSaved }, texts.notSaved, async () => {
        await (isSaved ? save : unsave).mutateAsync({ input })
        return {}
      })
    },
  }
}
