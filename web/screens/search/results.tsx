import { SearchX } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

import { search } from '#contract/posts/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/use-query.ts'
import { CREATOR_CARDS_CLASS_NAME, CreatorCard } from '#web/features/creator-card/creator-card.tsx'
import { TopicLinks } from '#web/features/topics/topic-links.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { FoundPostRow } from './found-post-row.tsx'
import { searchTexts as texts } from './messages.ts'
import type { AskedSearch } from './search-input.ts'
import { SuggestedTopics } from './suggested-topics.tsx'

function inputOf(asked: AskedSearch) {
  return {
    q: asked.q,
    in: asked.in,
    ...(asked.page !== '' && { pageHandle: asked.page }),
    ...(asked.kind !== '' && { kind: asked.kind }),
    ...(asked.plan !== '' && { planId: asked.plan }),
  }
}

/** Creators, topics and posts that match. */
export function Results({ asked }: { asked: AskedSearch }) {
  const found = useQuery(search, inputOf(asked))
  if (!found.data || found.isPlaceholderData)
    return found.isError ? (
      <ErrorState
        className="mt-10"
        title={texts.failed}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      >
        {found.error.message}
      </ErrorState>
    ) : (
      <div className="mt-10">
        <SkeletonList label={texts.searching} />
      </div>
    )
  return <Found asked={asked} first={found.data} />
}

function Found({ asked, first }: { asked: AskedSearch; first: OutputOf<typeof search> }) {
  const { creators, topics, posts } = first
  const isNothing = creators.length + topics.length + posts.length === 0
  return (
    <>
      <output className="sr-only">{texts.found(creators.length, posts.length)}</output>
      {isNothing && (
        <EmptyState
          className="mt-10"
          icon={<SearchX />}
          title={texts.nothingTitle}
          action={<SuggestedTopics />}
        >
          <span className="wrap-anywhere">{texts.nothing(asked.q)}</span>
        </EmptyState>
      )}
      {creators.length > 0 && (
        <Section title={texts.creators}>
          <ul className={CREATOR_CARDS_CLASS_NAME}>
            {creators.map((creator) => (
              <CreatorCard key={creator._id} creator={creator} />
            ))}
          </ul>
        </Section>
      )}
      {topics.length > 0 && (
        <Section title={texts.topics}>
          <TopicLinks topics={topics} />
        </Section>
      )}
      {posts.length > 0 && (
        <Section title={texts.posts}>
          <ul className="divide-y divide-line">
            {posts.map((post) => (
              <FoundPostRow key={post._id} post={post} />
            ))}
            {first.next !== null && <MorePosts key={first.next} asked={asked} cursor={first.next} />}
          </ul>
        </Section>
      )}
    </>
  )
}

/** The next posts, once they are wanted, and after them the same again. */
function MorePosts({ asked, cursor }: { asked: AskedSearch; cursor: string }) {
  const [isWanted, setIsWanted] = useState(false)
  const more = useQuery(search, { ...inputOf(asked), cursor }, { isEnabled: isWanted })
  if (more.data && !more.isPlaceholderData)
    return (
      <>
        {more.data.posts.map((post) => (
          <FoundPostRow key={post._id} post={post} />
        ))}
        {more.data.next !== null && <MorePosts asked={asked} cursor={more.data.next} />}
      </>
    )
  return (
    <li className="flex flex-col items-center pt-8">
      {more.isError ? (
        <ErrorState title={texts.failed} onRetry={() => void more.refetch()} isRetrying={more.isFetching}>
          {more.error.message}
        </ErrorState>
      ) : (
        <Button isLoading={isWanted} onClick={() => setIsWanted(true)}>
          {texts.showMore}
        </Button>
      )}
    </li>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="mt-10">
      <h2 id={headingId} className="mb-4 font-display text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
