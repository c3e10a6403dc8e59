import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'

import type { PollEvent } from '#contract/polls/events.ts'
import type { Poll } from '#contract/polls/poll.ts'
import { getPoll } from '#contract/polls/calls.ts'
import { queryKey, useQuery } from '#web/api/use-query.ts'
import { useTopic } from '#web/api/use-topic.ts'
import { useViewer } from '#web/api/session.ts'

/** A poll, asked for when it comes near the window, and kept as it is while it is in view. */
export function useLivePoll(pollId: string, placeRef: RefObject<HTMLElement | null>) {
  const client = useQueryClient()
  const isMember = useViewer() === 'member'
  const { isNear, hasBeenNear } = useNear(placeRef)
  const query = useQuery(getPoll, { pollId }, { isEnabled: hasBeenNear })
  const isFollowed = isMember && isNear && query.data?.state === 'open'
  const key = queryKey(getPoll, { pollId }, isMember)

  useTopic(isFollowed ? `poll:${pollId}` : null, (event) => {
    const { totals, isClosed, revision } = (event.data ?? {}) as Partial<PollEvent['data']>
    const known = client.getQueryData<Poll>(key)
    const isAnother = known?.revision !== revision
    if (event.name !== 'poll.totals' || !totals || isClosed || !known || isAnother)
      void client.invalidateQueries({ queryKey: key })
    else client.setQueryData<Poll>(key, withTotals(known, totals))
  })

  return { ...query, keep: (poll: Poll) => client.setQueryData<Poll>(key, poll) }
}

function withTotals(poll: Poll, { voters, weight, options }: NonNullable<PollEvent['data']['totals']>): Poll {
  return {
    ...poll,
    voterCount: voters,
    totalWeight: weight,
    options: poll.options.map((option, index) => ({ ...option, ...options[index] })),
  }
}

/** In pixels around the window. */
const NEAR = '400px'

function useNear(placeRef: RefObject<HTMLElement | null>) {
  const [near, setNear] = useState({ isNear: false, hasBeenNear: false })
  useEffect(() => {
    const place = placeRef.current
    if (!place) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting === true
        setNear((before) => ({ isNear, hasBeenNear: before.hasBeenNear || isNear }))
      },
      { rootMargin: NEAR },
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [placeRef])
  return near
}
