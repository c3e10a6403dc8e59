import { listTopics } from '#contract/posts/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { TopicLinks } from '#web/features/topics/topic-links.tsx'

/** Topics to begin with. */
export function SuggestedTopics() {
  const topics = useQuery(listTopics, {}).data ?? []
  return <TopicLinks topics={topics} className="justify-center" />
}
