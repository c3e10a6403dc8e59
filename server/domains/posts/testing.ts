import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'

import { insertPost } from './queries.ts'
import { sanitizePost } from './sanitize.ts'
import { storedHtml } from './stored-html.ts'

/** A published post; free unless a plan is given. A medium has to be attached already. */
export async function aPost(
  db: Db,
  creatorId: string,
  given: { html?: string; planId?: string | null; mediaId?: string | null | undefined; now?: Date } = {},
): Promise<{ id: string }> {
  const now = given.now ?? new Date()
  const id = newId(now)
  await insertPost(db, {
    id,
    creatorId,
    planId: given.planId ?? null,
    blocks: null,
    mediaId: given.mediaId ?? null,
    text: storedHtml(sanitizePost(given.html ?? '<p>A new song is on its way.</p>')),
    createdAt: now,
  })
  return { id }
}
