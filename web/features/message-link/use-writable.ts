import { listWritable } from '#contract/conversations/calls.ts'
import { useQuery } from '#web/api/use-query.ts'

/** One question asks about so many. */
const AT_ONCE = 100

/** Whom of these people the viewer may write to, at once or as a request; nobody until that is known. */
export function useWritable(userIds: readonly string[]): ReadonlySet<string> {
  // In one order, so that the same people are the same question.
  const asked = [...new Set(userIds)].slice(-AT_ONCE).toSorted()
  const found = useQuery(listWritable, { userIds: asked.join(',') }, { isEnabled: asked.length > 0 })
  return new Set(found.data?.userIds)
}
