import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { getLoggedInUser } from '#contract/accounts/routes.ts'
import type { UserEvent } from '#contract/accounts/user-events.ts'
import type { Route } from '#contract/http/route.ts'
import { GAP } from '#contract/realtime.ts'

import { refresh } from './refresh.ts'
import { useQuery } from './use-query.ts'

/** However many events there are, answers are fetched anew once in this time. */
const REFRESH_EVERY_MS = 1000

/**
 * Fetches routes anew when the server says that this happened to the signed-in person, or may have. `routes` is a
 * constant list.
 */
export function useRefreshOn(name: UserEvent['name'], routes: readonly Route[]): void {
  const client = useQueryClient()
  const userId = useQuery(getLoggedInUser, {}).data?.user._id

  useEffect(() => {
    if (userId === undefined) return
    const again = atMostEvery(REFRESH_EVERY_MS, () => void refresh(client, routes))
    let unfollow: (() => void) | null = null
    let isOver = false
    void import('./followed-topics.ts').then(({ followTopic }) => {
      if (!isOver)
        unfollow = followTopic(`user:${userId}`, (event) => {
          if (event.name === name || event.name === GAP) again.run()
        })
      return null
    }, withoutEvents)
    return () => {
      isOver = true
      unfollow?.()
      again.stop()
    }
  }, [client, name, routes, userId])
}

/** If the code for it doesn't arrive, the page is one that isn't told. */
function withoutEvents(): null {
  return null
}

/** The first run is at once; those that come too soon after are one, later. */
function atMostEvery(ms: number, work: () => void): { run: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWaiting = false
  function run(): void {
    if (timer !== undefined) {
      isWaiting = true
      return
    }
    work()
    timer = setTimeout(() => {
      timer = undefined
      if (!isWaiting) return
      isWaiting = false
      run()
    }, ms)
  }
  return { run, stop: () => clearTimeout(timer) }
}
