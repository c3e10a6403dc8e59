import type { NoticeKind } from '#contract/notifications/kinds.ts'
import type { Db } from '#server/platform/db/query.ts'

import { type DigestPace, digestDueAt } from './digest-due.ts'
import { insertDigestItems } from './digest-queries.ts'

/** Adds a line to the next digest of each, or to the line with this key that waits for it. */
export async function putIntoDigest(
  db: Db,
  news: {
    kind: NoticeKind
    groupKey: string
    creatorId: string | null
    actors: readonly string[]
    pace: DigestPace
    now: Date
  },
  people: readonly { userId: string; timeZone: string | null; target?: string | null; count?: number }[],
): Promise<void> {
  if (people.length === 0) return
  const dueIn = new Map<string | null, Date>()
  const rows = people.map(({ userId, timeZone, target = null, count = 1 }) => {
    const dueAt = dueIn.get(timeZone) ?? digestDueAt(news.now, timeZone, news.pace)
    dueIn.set(timeZone, dueAt)
    return { userId, target, count, dueAt }
  })
  await insertDigestItems(db, { ...news, rows })
}
