import { Sprout } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { useRecentlyVisited } from '#web/features/recently-visited/recently-visited.ts'
import type { Visit } from '#web/features/recently-visited/visits.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

import { CreatorSkeletons } from './creator-skeletons.tsx'
import { CREATOR_CARDS_CLASS_NAME, CreatorCard } from '#web/features/creator-card/creator-card.tsx'
import { exploreTexts } from './messages.ts'
import { mergeFound } from './search.ts'
import { ShowMore } from './show-more.tsx'
import { type Creator, useCreators } from './use-creators.ts'
import { useSettled } from '#web/features/search-field/use-settled.ts'

const texts = exploreTexts.creators

/** Creators the user may like; with a search, its results. */
export function CreatorList({ search, clearSearch }: { search: string; clearSearch: ReactNode }) {
  const all = useCreators('')

  if (!all.creators) {
    if (all.error)
      return (
        <ErrorState title={texts.failed} onRetry={all.retry} isRetrying={all.isRetrying}>
          {all.error.message}
        </ErrorState>
      )
    return <CreatorSkeletons />
  }

  if (all.creators.length === 0)
    return (
      <EmptyState
        icon={<Sprout />}
        title={texts.noneTitle}
        action={<Button to="/create">{texts.createPage}</Button>}
      >
        {texts.none}
      </EmptyState>
    )

  const typed = search.trim()
  return typed === '' ? (
    <Everybody all={all} creators={all.creators} />
  ) : (
    <Found typed={typed} atHand={all.creators} clearSearch={clearSearch} />
  )
}

/** Two rows of the widest grid; the posts below should be visible too. */
const SHOWN_AT_FIRST = 6
const SHOWN_MORE = 12

/** Pages visited lately come first: somebody came to see them. */
function visitedFirst(creators: readonly Creator[], visits: readonly Visit[]): Creator[] {
  const visited = new Map(visits.map(({ id }, index) => [id, index]))
  return creators.toSorted(
    (one, other) => (visited.get(one._id) ?? visits.length) - (visited.get(other._id) ?? visits.length),
  )
}

function Everybody({
  all,
  creators: newest,
}: {
  all: ReturnType<typeof useCreators>
  creators: readonly Creator[]
}) {
  const creators = visitedFirst(newest, useRecentlyVisited())
  const [shownCount, setShownCount] = useState(SHOWN_AT_FIRST)
  const [focusAt, setFocusAt] = useState<number | null>(null)
  const hasMore = shownCount < creators.length || all.hasMore
  return (
    <>
      <CreatorGrid creators={creators.slice(0, shownCount)} focusAt={focusAt} />
      {hasMore && (
        <ShowMore
          label={texts.showMore}
          state={shownCount < creators.length ? 'idle' : all.moreState}
          onShow={() => {
            const start = Math.min(shownCount, creators.length)
            setFocusAt(start)
            setShownCount(start + SHOWN_MORE)
            if (start + SHOWN_MORE > creators.length && all.hasMore) all.loadMore()
          }}
        />
      )}
    </>
  )
}

function Found({
  typed,
  atHand,
  clearSearch,
}: {
  typed: string
  atHand: readonly Creator[]
  clearSearch: ReactNode
}) {
  const settled = useSettled(typed)
  const server = useCreators(settled)
  const isUpToDate = settled === typed && server.isOfSearch
  const found = mergeFound(atHand, server.creators ?? [], { typed, isServerUpToDate: isUpToDate })
  const [focusAt, setFocusAt] = useState<number | null>(null)
  const hasFailed = settled === typed && server.error !== null && !isUpToDate

  return (
    <>
      <output className="sr-only">{isUpToDate && texts.found(found.length)}</output>
      {found.length > 0 ? (
        <CreatorGrid creators={found} focusAt={focusAt} />
      ) : (
        isUpToDate && (
          <EmptyState title={texts.nobodyTitle} action={clearSearch}>
            <span className="wrap-anywhere">{texts.nobody(typed)}</span>
          </EmptyState>
        )
      )}
      {!isUpToDate && !hasFailed && found.length === 0 && <Spinner label={texts.searching} isLabelVisible />}
      {hasFailed && (
        <ErrorState
          className="mt-6"
          title={texts.searchFailed}
          onRetry={server.retry}
          isRetrying={server.isRetrying}
        >
          {server.error?.message}
        </ErrorState>
      )}
      {isUpToDate && server.hasMore && (
        <ShowMore
          label={texts.showMore}
          state={server.moreState}
          isEndless
          onShow={(cause) => {
            if (cause === 'pressed') setFocusAt(found.length)
            server.loadMore()
          }}
        />
      )}
    </>
  )
}

/** Cards in a grid. `focusAt`: the first card loaded by a press, which takes the focus when it appears. */
function CreatorGrid({ creators, focusAt }: { creators: readonly Creator[]; focusAt: number | null }) {
  const listRef = useRef<HTMLUListElement>(null)
  const isThere = focusAt !== null && focusAt < creators.length

  useEffect(() => {
    if (isThere) listRef.current?.children[focusAt]?.querySelector('a')?.focus({ preventScroll: true })
  }, [isThere, focusAt])

  return (
    <ul ref={listRef} className={CREATOR_CARDS_CLASS_NAME}>
      {creators.map((creator) => (
        <CreatorCard key={creator._id} creator={creator} />
      ))}
    </ul>
  )
}
