import { collectOwnData, type OwnDataPart } from '#server/platform/own-data.ts'
import { publicObjectUrl } from '#server/platform/storage/storage.ts'

import { findOwnPage } from './own-data-queries.ts'

/** Their page, with what later domains keep about it. */
export const creatorData: OwnDataPart = {
  about: 'person',
  async collect(db, userId, now) {
    const page = await findOwnPage(db, userId)
    if (!page) return { creatorPage: null }
    const { id, ...texts } = page
    return {
      creatorPage: {
        ...texts,
        profileImage: page.profileImage && publicObjectUrl(page.profileImage),
        bannerImage: page.bannerImage && publicObjectUrl(page.bannerImage),
        createdAt: page.createdAt.toISOString(),
        ...(await collectOwnData(db, 'page', id, now)),
      },
    }
  },
}
