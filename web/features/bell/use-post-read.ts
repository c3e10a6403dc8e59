import { useEffect } from 'react'

import { getBadges, listNotifications, readNotifications } from '#contract/notifications/calls.ts'
import { getFeed } from '#contract/posts/calls.ts'
import { useViewer } from '#web/api/session.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { useQuery } from '#web/api/use-query.ts'

/** Whoever opens a post has read what the bell says of it. */
export function usePostRead(postId: string | undefined): void {
  const isMember = useViewer() === 'member'
  const badges = useQuery(getBadges, {}, { isEnabled: isMember }).data
  const { mutate } = useMutation(readNotifications, { refreshes: [getBadges, listNotifications, getFeed] })
  const isAnyUnread = (badges?.notifications ?? 0) > 0
  useEffect(() => {
    if (isAnyUnread && postId !== undefined) mutate({ input: { postId } })
  }, [isAnyUnread, postId, mutate])
}
