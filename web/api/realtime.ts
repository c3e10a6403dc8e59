import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import type { UserEvent } from '#contract/accounts/user-events.ts'
import type { CallOf } from '#contract/http/route.ts'
import { GAP } from '#contract/realtime.ts'

import { refresh } from './refresh.ts'
import { useQuery } from './use-query.ts'
import { useTopic } from './use-topic.ts'

/** However many events there are, answers are fetched anew once in this time. */
const REFRESH_EVERY_MS = 1000

/**
 * Fetches routes anew when the server says that this happened to the signed-in person, or may have. `routes` is a
 * constant list.
 */
export function useRefreshOn(name: UserEvent['name'], routes: readonly CallOf[]): void {
  const client = useQueryClient()
  const userId = useQuery(getLoggedInUser, {}).data?.user._id

  const [again] = useState(() => atMostEvery(REFRESH_EVERY_MS))

  useTopic(userId === undefined ? null : `user:${userId}`, (event) => {
    if (event.name === name || event.name === GAP) again.run(() => void refresh(client, routes))
  })
  useEffect(() => again.stop, [again])
}

/** The first run is at once; those that come too soon after are one, later. */
function atMostEvery(ms: number): { run: (work: () => void) => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: (() => void) | null = null
  function run(work: () => void): void {
    if (timer !== undefined) {
      waiting = work
      return
    }
    work()
    timer = setTimeout(() => {
      timer = undefined
      const next = waiting
      waiting = null
      if (next) run(next)
    }, ms)
  }
  function stop(): void {
    clearTimeout(timer)
    timer = undefined
    waiting = null
  }
  return { run, stop }
}
