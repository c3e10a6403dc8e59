import type { Db } from '#server/platform/db/query.ts'

import { findFreeSlug, lockAddresses, setSlug } from './address-queries.ts'
import { numbered, slugOf } from './slug.ts'

/** Posts of one page with the same title that get a number; the id of any further one is its address. */
const SAME_TITLES_MAX = 1000

/**
 * Makes a post's address from its title when it is first published; it stays the same from then on, whatever the title
 * becomes. Without a title the id is the address.
 */
export async function nameAddress(
  db: Db,
  post: { id: string; creatorId: string; title: string | null },
): Promise<void> {
  const slug = post.title === null ? null : slugOf(post.title)
  if (slug === null) return
  await lockAddresses(db, post.creatorId)
  const free =
    (await findFreeSlug(db, post.creatorId, [slug])) ??
    (await findFreeSlug(
      db,
      post.creatorId,
      Array.from({ length: SAME_TITLES_MAX - 1 }, (_, index) => numbered(slug, index + 2)),
    ))
  if (free !== null) await setSlug(db, post.id, free)
}

/** A post's page. Browsers show other scripts in it as they are. */
export function postPath(post: { id: string; handle: string; slug: string | null }): string {
  return `/${post.handle}/posts/${encodeURIComponent(post.slug ?? post.id)}`
}
