import type { Db } from '#server/platform/db/query.ts'

import {
  findPageEnd,
  listLiveObjects,
  listMediaObjects,
  listPictures,
  type NamedObject,
} from './store-queries.ts'

/** Media whose objects are read at once. */
const PAGE = 200

/** Every object that the database names: pictures of people and pages, live sessions, then those of media, of ids after `after`. */
export async function* namedObjects(db: Db, after: string | null = null): AsyncGenerator<NamedObject> {
  yield* await listPictures(db)
  for (let from: string | null = null; ;) {
    const page: NamedObject[] = await listLiveObjects(db, from, PAGE)
    yield* page
    if (page.length < PAGE) break
    from = page.at(-1)?.key ?? null
  }
  for (let from = after; ;) {
    const end: string | null = await findPageEnd(db, from, PAGE)
    if (end === null) return
    yield* await listMediaObjects(db, from, PAGE)
    from = end
  }
}
