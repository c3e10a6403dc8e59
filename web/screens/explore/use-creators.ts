import { useState } from 'react'

import { getCreators } from '#contract/creators/routes.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { call } from '#web/api/call.ts'
import { useQuery } from '#web/api/use-query.ts'

import { CREATORS_AT_ONCE, FIRST_CREATORS_INPUT } from './first-lists.ts'

export type Creator = OutputOf<typeof getCreators>[number]

interface Later {
  /** The data these pages continue from; when it changes they are dropped, so nobody is skipped or shown twice. */
  anchor: string
  creators: readonly Creator[]
  isEnd: boolean
}

/**
 * Creators page by page, all or those the server finds. `creators` is undefined until the first page arrives;
 * `isOfSearch` tells whether they answer this search, or still the previous one.
 */
export function useCreators(search: string, options: { isEnabled?: boolean } = {}) {
  const input = search === '' ? FIRST_CREATORS_INPUT : { search, ...FIRST_CREATORS_INPUT }
  const first = useQuery(getCreators, input, options)
  const anchor = `${search} ${first.data?.at(-1)?._id ?? ''}`
  const [kept, setLater] = useState<Later>({ anchor, creators: [], isEnd: false })
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const isFirstFull = (first.data?.length ?? 0) === CREATORS_AT_ONCE
  const later = kept.anchor === anchor ? kept : { anchor, creators: [], isEnd: !isFirstFull }

  async function loadMore() {
    const cursor = (later.creators.at(-1) ?? first.data?.at(-1))?._id
    if (state === 'loading' || cursor === undefined) return
    setState('loading')
    try {
      const page = await call(getCreators, { ...input, cursor })
      setLater({ anchor, creators: [...later.creators, ...page], isEnd: page.length < CREATORS_AT_ONCE })
      setState('idle')
    } catch {
      setState('failed')
    }
  }

  return {
    creators: first.data && [...first.data, ...later.creators].filter(({ isCurrentUser }) => !isCurrentUser),
    isOfSearch: first.data !== undefined && !first.isPlaceholderData,
    error: first.error,
    isRetrying: first.isFetching,
    retry: () => void first.refetch(),
    hasMore: isFirstFull && !later.isEnd && !first.isPlaceholderData,
    moreState: state,
    loadMore: () => void loadMore(),
  }
}
