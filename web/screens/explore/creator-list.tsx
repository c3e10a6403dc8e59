import { Sprout } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { getCreators } from '#contract/creators/routes.ts'
import { useQuery } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { CreatorCard } from './creator-card.tsx'
import { namedLike } from './search.ts'

/** As many as one answer holds; the search looks through all of these. */
const LOADED = 100
const SHOWN_AT_FIRST = 6

const gridClassName = 'grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3'

/** Creators the person may like; with a search, those it finds. */
export function CreatorList({ search, clearSearch }: { search: string; clearSearch: ReactNode }) {
  const creators = useQuery(getCreators, { limit: LOADED })
  const [showsAll, setShowsAll] = useState(false)

  if (!creators.data) {
    if (creators.isError)
      return (
        <ErrorState
          title="Creators could not be loaded."
          onRetry={() => void creators.refetch()}
          isRetrying={creators.isFetching}
        >
          {creators.error.message}
        </ErrorState>
      )
    return <CreatorSkeletons />
  }

  const others = creators.data.filter(({ isCurrentUser }) => !isCurrentUser)
  const found = namedLike(others, search)
  const isSearching = search.trim() !== ''
  const shown = isSearching || showsAll ? found : found.slice(0, SHOWN_AT_FIRST)

  if (others.length === 0)
    return (
      <EmptyState
        icon={<Sprout />}
        title="No creators yet"
        action={<Button to="/create">Create your page</Button>}
      >
        You could be the first: a page with a name and a plan takes a minute.
      </EmptyState>
    )

  return (
    <>
      <output className="sr-only">
        {isSearching && `${found.length} ${found.length === 1 ? 'creator' : 'creators'} found`}
      </output>
      {found.length === 0 ? (
        <div className="flex flex-col items-start gap-4 rounded-card bg-wash p-5">
          <p className="wrap-anywhere">No creator’s name holds “{search.trim()}”.</p>
          {clearSearch}
        </div>
      ) : (
        <ul className={gridClassName}>
          {shown.map((creator) => (
            <CreatorCard key={creator._id} creator={creator} />
          ))}
        </ul>
      )}
      {shown.length < found.length && (
        <Button className="mt-6" onClick={() => setShowsAll(true)}>
          Show all {found.length} creators
        </Button>
      )}
    </>
  )
}

function CreatorSkeletons() {
  return (
    <>
      <output className="sr-only">Loading creators</output>
      <div aria-hidden="true" className={gridClassName}>
        {['a', 'b', 'c'].map((key) => (
          <div key={key} className="overflow-hidden rounded-card border border-line bg-paper-raised">
            <Skeleton shape="picture" className="hidden aspect-4/1 sm:block" />
            <div className="flex items-center gap-4 p-4 sm:block sm:px-5 sm:pt-0 sm:pb-5">
              <Skeleton
                shape="circle"
                className="size-16 shrink-0 ring-4 ring-paper-raised sm:relative sm:-mt-8"
              />
              <div className="flex-1 space-y-3 sm:mt-4">
                <Skeleton className="h-5 w-2/5" />
                <Skeleton className="h-4 w-4/5" />
              </div>
            </div>
          </div>
        ))}
      </div>
    </>
  )
}
