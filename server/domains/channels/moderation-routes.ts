import { channelFailures } from '#contract/channels/failures.ts'
import * as contract from '#contract/channels/moderation-routes.ts'
import { MESSAGES_PER_PAGE } from '#contract/channels/rules.ts'
import { getModeratedPage } from '#server/domains/moderation/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import { limited } from '#server/platform/http/limits.ts'

import { actOn } from './acts.ts'
import { actsPerUser } from './limits.ts'
import { findMessage, listHeld, listWordings } from './message-queries.ts'
import { getModeratedPlace } from './places.ts'
import { presentMessage, presentMessages } from './present.ts'
import { insertChannel, listKinds, updateRules } from './queries.ts'
import { shownIn } from './routes.ts'
import { tellOfChannel } from './tell.ts'

/** What creators and their moderators do about messages. */
export const channelModerationImplementations: Implementation[] = [
  implementForMember(
    contract.actOnMessage,
    async (db, call) => {
      const { channelId, ...act } = call.input
      const { now } = call
      const place = await getModeratedPlace(db, { channelId, viewerId: call.viewer.id, now })
      return presentMessage(db, await actOn(db, place, act, now), shownIn(place, call))
    },
    limited(actsPerUser),
  ),

  implementForMember(
    contract.setChannelRules,
    async (db, { input: { channelId, ...rules }, viewer, now }) => {
      const { channel } = await getModeratedPlace(db, { channelId, viewerId: viewer.id, now })
      await insertChannel(db, { ...channel, now })
      await updateRules(db, channelId, { ...rules, now })
      await tellOfChannel(db, channelId)
      return rules
    },
    limited(actsPerUser),
  ),

  implementForMember(contract.getMessageHistory, async (db, { input: { channelId, seq }, viewer, now }) => {
    await getModeratedPlace(db, { channelId, viewerId: viewer.id, now })
    if (!(await findMessage(db, channelId, seq))) throw new Failure(channelFailures.message_not_found)
    return (await listWordings(db, channelId, seq)).map(({ body, until }) => ({
      body,
      until: until.toISOString(),
    }))
  }),

  implementForMember(contract.listHeldMessages, async (db, call) => {
    const { id } = await getModeratedPage(db, call.input.pageHandle, call.viewer)
    const afterId = call.input.cursor ?? null
    const rows = await listHeld(db, id, { afterId, limit: call.input.limit ?? MESSAGES_PER_PAGE })
    const kinds = await listKinds(
      db,
      rows.map(({ channelId }) => channelId),
    )
    const reader = { viewerId: call.viewer.id, mayModerate: true, fromSeq: 0 }
    const shown = await presentMessages(db, rows, shownIn({ reader }, call))
    return rows.flatMap(({ channelId }, index) => {
      const [message, kind] = [shown[index], kinds.get(channelId)]
      return message && kind ? [{ channelId, kind, message }] : []
    })
  }),
]
