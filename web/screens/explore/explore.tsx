import { Search } from 'lucide-react'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'

import { SEARCH_MAX_LENGTH } from '#contract/creators/rules.ts'
import { SEARCH_TEXT_MIN_LENGTH } from '#contract/posts/limits.ts'
import { useViewer } from '#web/api/session.ts'
import { useRecentlyVisited } from '#web/features/recently-visited/recently-visited.ts'
import { useSlashKey } from '#web/features/search-field/use-slash-key.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { searchPath } from '#web/features/topics/search-path.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { CreatorList } from './creator-list.tsx'
import { exploreTexts as texts } from './messages.ts'
import { RecentPosts } from './recent-posts.tsx'
import { namedLike } from './search.ts'
import { useFeed } from './use-feed.ts'
import { VisitList, VisitsSketch } from './visit-list.tsx'

const Feed = lazyPart(async () => (await import('./feed.tsx')).Feed)

export function ExploreScreen() {
  const [search, setSearch] = useState('')
  const searchRef = useRef<HTMLInputElement>(null)
  const isSearching = search.trim() !== ''
  const viewer = useViewer()
  const hasFeed = viewer === 'member' && !isSearching
  const feed = useFeed(hasFeed)
  const inFeed = new Set(hasFeed ? feed.rows?.map(({ _id }) => _id) : [])
  useSlashKey(searchRef)
  const visits = namedLike(useRecentlyVisited(), search)

  return (
    <div className="mx-auto max-w-explore px-4 pt-8 pb-20 sm:px-6 lg:pt-12">
      <PageHeader title={texts.headline} />
      <search>
        <TextField
          ref={searchRef}
          type="search"
          label={texts.search}
          isLabelHidden
          placeholder={texts.search}
          leadingIcon={<Search />}
          autoComplete="off"
          maxLength={SEARCH_MAX_LENGTH}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="mt-6"
          inputClassName="[&::-webkit-search-cancel-button]:grayscale"
        />
      </search>
      {search.trim().length >= SEARCH_TEXT_MIN_LENGTH && (
        <p className="mt-3">
          <Link
            to={searchPath({ q: search.trim() })}
            className="inline-flex min-h-11 items-center text-brand wrap-anywhere hover:underline"
          >
            {texts.searchPosts(search.trim())}
          </Link>
        </p>
      )}
      {/* Its place is kept until it is known who looks: what is below isn't to move. */}
      {viewer !== 'visitor' && !isSearching && (
        <Section title={texts.feed.title}>
          {viewer === 'member' ? (
            <Suspense fallback={<SkeletonList label={texts.feed.loading} shape="card" />}>
              <Feed />
            </Suspense>
          ) : (
            <SkeletonList label={texts.feed.loading} shape="card" />
          )}
        </Section>
      )}
      {viewer === 'unknown' && <VisitsSketch />}
      {visits.length > 0 && (
        <Section title={texts.recentlyVisited}>
          <VisitList visits={visits} />
        </Section>
      )}
      <Section
        {...(isSearching
          ? { title: texts.creators.foundTitle }
          : visits.length > 0
            ? { title: texts.creators.title, subtitle: texts.creators.subtitle }
            : { title: texts.creators.newTitle, subtitle: texts.creators.newSubtitle })}
      >
        <CreatorList
          search={search}
          clearSearch={
            <Button
              size="small"
              onClick={() => {
                setSearch('')
                // The button disappears with the search it cleared.
                searchRef.current?.focus()
              }}
            >
              {texts.clearSearch}
            </Button>
          }
        />
      </Section>
      <Section title={texts.posts.title}>
        <RecentPosts above={inFeed} />
      </Section>
    </div>
  )
}

function Section({ title, subtitle, children }: { title: string; subtitle?: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="mt-12">
      <h2 id={headingId} className="font-display text-xl">
        {title}
      </h2>
      {subtitle && <p className="mt-0.5 text-sm text-ink-faint">{subtitle}</p>}
      <div className="mt-5">{children}</div>
    </section>
  )
}
