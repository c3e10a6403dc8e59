import type { OwnData, OwnPage } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listOwnOffices } from './queries.ts'
import { getModeration } from './service.ts'

/** The order they set on their page. */
export const pageModerationData: OwnDataPart = {
  about: 'page',
  async collect(db, creatorId): Promise<Pick<OwnPage, 'moderation'>> {
    const { words, commentsFrom, linksFrom } = await getModeration(db, creatorId)
    return { moderation: { commentsFrom, linksFrom, words: words.map(({ phrase }) => phrase) } }
  },
}

/** The pages they are a moderator of. */
export const officeData: OwnDataPart = {
  about: 'person',
  async collect(db, userId): Promise<Pick<OwnData, 'moderates'>> {
    const offices = await listOwnOffices(db, userId)
    return { moderates: offices.map(({ page, namedAt }) => ({ page, namedAt: namedAt.toISOString() })) }
  },
}
