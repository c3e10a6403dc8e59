import * as contract from '#contract/notifications/bell-routes.ts'
import { userTopic } from '#server/domains/accounts/events.ts'
import { findLanguage } from '#server/domains/accounts/service.ts'
import { publicMediaUrl } from '#server/domains/media/service.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { publish } from '#server/platform/realtime/publish.ts'

import { listNoticeFacts } from '../facts-queries.ts'
import { amountOf, pathOf, subjectOf } from '../facts.ts'
import { countBadges, listBell, markRead } from './bell-queries.ts'

const ROWS_PER_PAGE = 20
/** More are shown as "99+". */
const COUNTED_MAX = 100
/** A row a second, for ten minutes on end. */
const readingsPerUser: Limit = { name: 'read-notifications', points: 600, windowSeconds: 600 }

export const bellImplementations: Implementation[] = [
  implementForMember(contract.listNotifications, async (db, { input, viewer, now }) => {
    const [atMicros = '', id = ''] = input.cursor?.split('_') ?? []
    const before = input.cursor === undefined ? null : { atMicros, id }
    const rows = await listBell(db, {
      userId: viewer.id,
      before,
      limit: input.limit ?? ROWS_PER_PAGE,
      now,
    })
    const facts = await listNoticeFacts(db, viewer.id, rows)
    const language = await findLanguage(db, viewer.id)
    return rows.flatMap((row, index) => {
      const fact = facts[index]
      if (!fact) return []
      const { pageName, handle, profileImage } = fact
      return [
        {
          _id: `${row.atMicros}_${row.id}`,
          id: row.id,
          kind: row.kind,
          count: row.count,
          actors: fact.people.map((person) => ({
            name: person.name,
            profileImage: publicMediaUrl(person.profileImage),
          })),
          page:
            pageName === null || handle === null
              ? null
              : { pageName, pageHandle: handle, profileImage: publicMediaUrl(profileImage) },
          title: row.kind === 'post_opened' && row.count > 1 ? null : subjectOf(row.kind, fact),
          room: fact.room,
          reason: fact.reason,
          amount: amountOf(fact, language),
          path: pathOf(row, fact),
          at: row.updatedAt.toISOString(),
          isRead: row.isRead,
        },
      ]
    })
  }),

  implementForMember(contract.getBadges, async (db, { viewer, now }) => {
    const of = { userId: viewer.id, creatorId: viewer.creatorId, countedMax: COUNTED_MAX, now }
    const { seenUntil, ...badges } = await countBadges(db, of)
    return { ...badges, seenUntil: seenUntil?.toISOString() ?? null }
  }),

  implementForMember(
    contract.readNotifications,
    async (db, { input: { ids = [], postId = null, all }, viewer, now }) => {
      const which = all ? null : { ids, postId }
      const read = await markRead(db, { userId: viewer.id, which, now })
      if (read > 0) await publish(db, userTopic, viewer.id, { name: 'notification', data: {} })
      return { read }
    },
    { limits: [{ limit: readingsPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),
]
