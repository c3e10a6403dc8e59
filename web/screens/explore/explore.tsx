import { Search } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'

import { SEARCH_MAX_LENGTH } from '#contract/creators/rules.ts'
import { useViewer } from '#web/api/session.ts'
import { useRecentlyVisited } from '#web/features/recently-visited/recently-visited.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { CreatorList } from './creator-list.tsx'
import { exploreTexts as texts } from './messages.ts'
import { RecentPosts } from './recent-posts.tsx'
import { namedLike } from './search.ts'
import { VisitList, VisitsSketch } from './visit-list.tsx'

export function ExploreScreen() {
  const [search, setSearch] = useState('')
  const searchRef = useRef<HTMLInputElement>(null)
  const isSearching = search.trim() !== ''
  const isViewerKnown = useViewer() !== 'unknown'
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
      {isViewerKnown ? null : <VisitsSketch />}
      {visits.length > 0 && (
        <Section title={texts.recentlyVisited}>
          <VisitList visits={visits} />
        </Section>
      )}
      <Section
        title={isSearching ? texts.creators.foundTitle : texts.creators.title}
        {...(!isSearching && { subtitle: texts.creators.subtitle })}
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
        <RecentPosts />
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
