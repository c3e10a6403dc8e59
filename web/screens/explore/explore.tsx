import { Search } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'

import { SEARCH_MAX_LENGTH } from '#contract/creators/rules.ts'
import { listTopics } from '#contract/posts/calls.ts'
import { SEARCH_TEXT_MIN_LENGTH } from '#contract/posts/limits.ts'
import { useViewer } from '#web/api/session.ts'
import { useQuery } from '#web/api/use-query.ts'
import { liveStateTexts } from '#web/features/live-state/messages.ts'
import { useLiveNow } from '#web/features/live-state/use-live-now.ts'
import { useRecentlyVisited } from '#web/features/recently-visited/recently-visited.ts'
import type { Visit } from '#web/features/recently-visited/visits.ts'
import { useSlashKey } from '#web/features/search-field/use-slash-key.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { searchPath } from '#web/features/topics/search-path.ts'
import { TopicLinks } from '#web/features/topics/topic-links.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { CreatorList } from './creator-list.tsx'
import { exploreTexts as texts } from './messages.ts'
import { RecentPosts } from './recent-posts.tsx'
import { namedLike } from './search.ts'
import { Section } from './section.tsx'
import { useCreators } from './use-creators.ts'
import { useFeed } from './use-feed.ts'

const Feed = lazyPart(async () => (await import('./feed.tsx')).Feed)
const LiveNow = lazyPart(async () => (await import('#web/features/live-state/live-now.tsx')).LiveNow)
const StudioStrip = lazyPart(async () => (await import('./studio-strip.tsx')).StudioStrip)

/** A supporter's home: what is new from their people, and finding others. For everybody else only the latter. */
export function ExploreScreen() {
  const [search, setSearch] = useState('')
  const searchRef = useRef<HTMLInputElement>(null)
  const isSearching = search.trim() !== ''
  const viewer = useViewer()
  const feed = useFeed()
  const creators = useCreators('')
  const topics = useQuery(listTopics, {})
  useSlashKey(searchRef)
  const visits = namedLike(useRecentlyVisited(), search)
  // What is below the news comes with them: it would move when they arrive.
  const isWaiting =
    viewer !== 'visitor' &&
    !isSearching &&
    (feed.state === 'loading' || !(creators.creators ?? creators.error) || !(topics.data ?? topics.error))
  const loading = (
    <div className="mt-10 max-w-reading">
      <SkeletonList label={texts.feed.loading} shape="card" />
    </div>
  )

  return (
    <Page
      title={feed.state === 'none' ? texts.headline : texts.news}
      above={
        viewer === 'member' && (
          <Suspense>
            <StudioStrip />
          </Suspense>
        )
      }
    >
      <search className="block max-w-reading">
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
      {!isSearching && <TopicLinks topics={topics.data ?? []} isOneLine className="mt-3 -mb-2" />}
      {isWaiting ? (
        loading
      ) : (
        <Suspense fallback={loading}>
          {viewer === 'member' && !isSearching && (
            <div className="mt-6 max-w-reading empty:hidden">
              <LiveNow />
            </div>
          )}
          {feed.state === 'some' && !isSearching && <Feed feed={feed} />}
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
            <div className="max-w-reading">
              <RecentPosts above={isSearching ? NOTHING : feed.postIds} />
            </div>
          </Section>
        </Suspense>
      )}
    </Page>
  )
}

const NOTHING: ReadonlySet<string> = new Set()

/** The pages visited last, as a row of faces, which phones scroll. */
function VisitList({ visits }: { visits: readonly Visit[] }) {
  const live = new Set(useLiveNow().data?.sessions.map(({ pageHandle }) => pageHandle))
  return (
    <ul className="flex gap-2 overflow-x-auto sm:gap-4">
      {visits.map(({ id, pageHandle, pageName, profileImage }) => (
        <li key={id} className="w-26 shrink-0 sm:w-32">
          <Link
            to={`/${pageHandle}`}
            className="flex flex-col items-center gap-2 rounded-card p-2 text-center transition-colors duration-120 hover:bg-wash"
          >
            <Avatar
              name={pageHandle}
              handle={pageHandle}
              src={profileImage}
              size={64}
              isLive={live.has(pageHandle)}
            />
            <span className="line-clamp-2 w-full text-sm font-medium wrap-break-word">
              {pageName}
              {live.has(pageHandle) && <span className="sr-only">, {liveStateTexts.live}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
