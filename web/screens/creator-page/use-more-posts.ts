import { useState } from 'react'

import { getPostsByPageHandle } from '#contract/posts/routes.ts'
import { call } from '#web/api/call.ts'
import { useViewer } from '#web/api/session.ts'
import type { Post } from '#web/features/post-card/post.ts'

/** The number of posts per answer; a shorter answer is the last one. */
const PAGE_SIZE = 20

type Older = { anchor: string; posts: readonly Post[]; isEnd: boolean }

/**
 * The posts older than the first page, appended on demand. They depend on the first page's last post and on the viewer:
 * when either changes they are dropped, so nothing is skipped, shown twice or shown to the wrong person.
 */
export function useMorePosts(pageHandle: string, firstPage: readonly Post[]) {
  const anchor = `${useViewer()} ${firstPage.at(-1)?._id ?? ''}`
  const [kept, setOlder] = useState<Older>({ anchor, posts: [], isEnd: false })
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const older = kept.anchor === anchor ? kept : { anchor, posts: [], isEnd: firstPage.length < PAGE_SIZE }

  async function showMore() {
    const cursor = (older.posts.at(-1) ?? firstPage.at(-1))?._id
    if (state === 'loading' || cursor === undefined) return
    setState('loading')
    try {
      const page = await call(getPostsByPageHandle, { pageHandle, cursor, limit: PAGE_SIZE })
      setOlder({ anchor, posts: [...older.posts, ...page], isEnd: page.length < PAGE_SIZE })
      setState('idle')
    } catch {
      setState('failed')
    }
  }

  return {
    olderPosts: older.posts,
    hasMore: firstPage.length >= PAGE_SIZE && !older.isEnd,
    state,
    showMore: () => void showMore(),
    /** Removes a deleted post from the appended ones. */
    forget: (postId: string) =>
      setOlder({ ...older, posts: older.posts.filter((post) => post._id !== postId) }),
  }
}
