import { exploreTexts } from './messages.ts'
import { LiveSoon } from './live-soon.tsx'
import { PostList } from './post-list.tsx'
import { Section } from './section.tsx'
import type { useFeed } from './use-feed.ts'

const texts = exploreTexts.feed

/** What comes soon on the pages somebody supports or follows, and their posts, unread ones first. */
export function Feed({ feed: { sessions, unread, earlier } }: { feed: ReturnType<typeof useFeed> }) {
  const hasUnread = (unread.rows ?? []).length > 0
  const hasEarlier = earlier.rows?.length !== 0 || earlier.hasMore
  return (
    <div className="max-w-reading">
      {sessions.length > 0 && (
        <div className="mt-8">
          <LiveSoon sessions={sessions} />
        </div>
      )}
      {hasUnread && (
        <Section title={texts.unread}>
          <PostList list={unread} loadingLabel={texts.loading} none={null} />
        </Section>
      )}
      {hasEarlier && (
        <Section title={hasUnread ? texts.earlier : texts.latest}>
          <PostList list={earlier} loadingLabel={texts.loading} none={null} />
        </Section>
      )}
    </div>
  )
}
