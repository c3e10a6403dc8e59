import { pollIdsInText } from '#contract/posts/text-parts.ts'
import { attachPolls, openPolls } from '#server/domains/polls/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import type { StoredHtml } from '../stored-html.ts'

/** The polls in a post's text hang on it. Throws `poll_not_found` for others' and other posts', `too_many_polls`. */
export function holdPolls(
  db: Db,
  post: { id: string; creatorId: string },
  { html }: StoredHtml,
): Promise<void> {
  const ids = pollIdsInText(html)
  return attachPolls(db, { kind: 'post', placeId: post.id, creatorId: post.creatorId, ids })
}

/** A post is out: from now on people vote in its polls. */
export function openHeldPolls(db: Db, { id }: { id: string }, now: Date): Promise<void> {
  return openPolls(db, { kind: 'post', placeId: id, now })
}
