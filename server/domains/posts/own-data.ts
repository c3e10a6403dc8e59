import type { OutputOf } from '#contract/http/route.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { collectOwnData, exportLimits, getUser } from '#server/domains/accounts/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'

import { listOwnHtml } from './html-queries.ts'
import { wholeHtml } from './reading.ts'

/** All data stored about a person, including everything they wrote. */
export async function collectOwnDataAndPosts(
  db: Db,
  userId: string,
  now: Date,
): Promise<OutputOf<typeof exportOwnData>> {
  return collectOwnData(db, await getUser(db, userId), now, async (creatorId) => {
    const posts = []
    for (const { plan, createdAt, ...read } of await listOwnHtml(db, creatorId))
      posts.push({ html: await wholeHtml(read), plan, createdAt: createdAt.toISOString() })
    return posts
  })
}

export const ownDataImplementations: Implementation[] = [
  implementForMember(exportOwnData, (db, { viewer, now }) => collectOwnDataAndPosts(db, viewer.id, now), {
    isHeavy: true,
    limits: exportLimits,
  }),
]
