import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'

import { likePost, listMarkedPosts, savePost, unlikePost, unsavePost } from '#contract/posts/calls.ts'
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
  const requests = useRef<Promise<unknown>>(Promise.resolve())
  const presses = useRef({ heart: 0, bookmark: 0 })
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

  /**
   * Shows the result at once, and takes it back if it didn't happen. Presses are sent one after the other, so that the
   * last one counts; the answers to earlier ones change nothing any more.
   */
  async function change(
    button: 'heart' | 'bookmark',
    after: Partial<Marks>,
    failed: string,
    happen: () => Promise<Partial<Marks>>,
  ): Promise<void> {
    if (asker === 'visitor') {
      navigate(loginPath(place.pathname + place.search + place.hash))
      return
    }
    if (!marks) return
    presses.current[button] += 1
    const press = presses.current[button]
    const isLast = () => presses.current[button] === press
    changeMarks(asker, postId, after)
    const request = requests.current.then(happen)
    requests.current = request.catch(() => undefined)
    try {
      const answer = await request
      // All of it again: a question asked before the press may have been answered meanwhile.
      if (isLast()) changeMarks(asker, postId, { ...after, ...answer })
    } catch (error) {
      toast.error(error instanceof CallError ? error.message : failed)
      if (!isLast()) return
      changeMarks(asker, postId, button === 'heart' ? heartOf(marks) : { isSaved: marks.isSaved })
      askForMarks(asker, postId)
    }
  }

  const input = { id: postId }
  return {
    marks,
    toggleLike: () => {
      const isLiked = !marks?.isLiked
      const likes = Math.max(0, (marks?.likes ?? 0) + (isLiked ? 1 : -1))
      return change('heart', { isLiked, likes }, texts.notLiked, async () => {
        const { count } = await (isLiked ? like : unlike).mutateAsync({ input })
        return { likes: count }
      })
    },
    toggleSave: () => {
      const isSaved = !marks?.isSaved
      return change('bookmark', { isSaved }, texts.notSaved, async () => {
        await (isSaved ? save : unsave).mutateAsync({ input })
        return {}
      })
    },
  }
}

function heartOf({ likes, isLiked }: Marks): Partial<Marks> {
  return { likes, isLiked }
}
