import * as contract from '#contract/notifications/choice-routes.ts'
import { NOTICE_TOPICS, type NoticeTopic } from '#contract/notifications/kinds.ts'
import { getCreatorByHandle } from '#server/domains/creators/service.ts'
import { publicMediaUrl } from '#server/domains/media/service.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { findDigestChoice, listPagesWithChoices, saveDigestWanted } from './choice-queries.ts'
import { changeChoice, changeTimeZone, choiceOf, getChoice } from './choices.ts'

const PAGES_PER_PAGE = 20

/** More than anyone presses in an hour. */
const choicesPerUser: Limit = { name: 'notification-choice', points: 600, windowSeconds: 3600 }
const LIMITED = {
  limits: [
    {
      limit: choicesPerUser,
      by: (call: { viewer: { id: string } | null; ip: string }) => call.viewer?.id ?? call.ip,
    },
  ],
}

export const choiceImplementations: Implementation[] = [
  implementForMember(contract.getNotificationChoices, async (db, { viewer }) => {
    const names = Object.keys(NOTICE_TOPICS) as NoticeTopic[]
    const topics = []
    for (const topic of names)
      topics.push({ topic, ...(await getChoice(db, { userId: viewer.id, topic, creatorId: null })) })
    return { topics, digest: await findDigestChoice(db, viewer.id) }
  }),

  implementForMember(contract.listPageChoices, async (db, { input, viewer, now }) => {
    const rows = await listPagesWithChoices(db, {
      userId: viewer.id,
      topic: 'newPosts',
      afterId: input.cursor ?? null,
      limit: input.limit ?? PAGES_PER_PAGE,
      now,
    })
    return rows.map((row) => ({
      _id: row.id,
      pageName: row.pageName,
      pageHandle: row.handle,
      profileImage: publicMediaUrl(row.profileImage),
      isOwn: row.pageBell !== null || row.pageMail !== null || row.pagePush !== null,
      ...choiceOf('newPosts', row),
    }))
  }),

  implementForMember(
    contract.changeNotificationChoice,
    async (db, { input, viewer, now }) => {
      const { topic, pageHandle, ...changes } = input
      const creatorId = pageHandle === undefined ? null : (await getCreatorByHandle(db, pageHandle)).id
      return { topic, ...(await changeChoice(db, { userId: viewer.id, topic, creatorId }, changes, now)) }
    },
    LIMITED,
  ),

  implementForMember(
    contract.changeDigest,
    async (db, { input, viewer, now }) => {
      const { isWanted, timeZone, isGuess = false } = input
      if (timeZone !== undefined) await changeTimeZone(db, { userId: viewer.id, timeZone, isGuess, now })
      if (isWanted !== undefined) await saveDigestWanted(db, { userId: viewer.id, isWanted, now })
      return findDigestChoice(db, viewer.id)
    },
    LIMITED,
  ),
]
