import { moderationMessages } from '#contract/moderation/messages.ts'
import * as contract from '#contract/moderation/routes.ts'
import { getOwnPage } from '#server/domains/creators/service.ts'
import { publicMediaUrl } from '#server/domains/media/service.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import {
  deleteModerator,
  deleteMutes,
  listCandidates,
  listModeratedPageRows,
  listModeratorRows,
  listMuteRows,
} from './queries.ts'
import { changeModeration, getModeratedPage, getModeration, mute, nameModerator } from './service.ts'

const changesPerUser: Limit = { name: 'moderate-page', points: 300, windowSeconds: 3600 }
/** Addresses are asked for one at a time, not tried out. */
const lookUpsPerUser: Limit = { name: 'find-candidate', points: 60, windowSeconds: 3600 }
const LIMITED = {
  limits: [
    {
      limit: changesPerUser,
      by: (call: { viewer: { id: string } | null; ip: string }) => call.viewer?.id ?? call.ip,
    },
  ],
}

export const moderationImplementations: Implementation[] = [
  implementForMember(contract.listModeratedPages, async (db, { viewer }) =>
    (await listModeratedPageRows(db, viewer.id)).map((row) => ({
      _id: row.id,
      pageName: row.pageName,
      pageHandle: row.handle,
      profileImage: publicMediaUrl(row.profileImage),
      isOwner: row.isOwner,
    })),
  ),

  implementForMember(contract.getModeration, async (db, { input, viewer }) =>
    getModeration(db, (await getOwnPage(db, input.pageHandle, viewer)).id),
  ),

  implementForMember(
    contract.updateModeration,
    async (db, { input: { pageHandle, ...given }, viewer, now }) => {
      const { id } = await getOwnPage(db, pageHandle, viewer)
      await changeModeration(db, id, given, now)
      return { msg: moderationMessages.saved, moderation: await getModeration(db, id) }
    },
    LIMITED,
  ),

  implementForMember(contract.listModerators, async (db, { input, viewer }) => {
    const creator = await getModeratedPage(db, input.pageHandle, viewer)
    return (await listModeratorRows(db, creator.id)).map((row) => ({
      _id: row.id,
      name: row.name,
      profileImage: publicMediaUrl(row.profileImage),
      namedAt: row.namedAt.toISOString(),
    }))
  }),

  implementForMember(
    contract.findCandidate,
    async (db, { input, viewer }) => {
      const creator = await getOwnPage(db, input.pageHandle, viewer)
      return (await listCandidates(db, creator.id, input.q)).map((row) => ({
        _id: row.id,
        name: row.name,
        profileImage: publicMediaUrl(row.profileImage),
      }))
    },
    { limits: [{ limit: lookUpsPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(
    contract.addModerator,
    async (db, { input, viewer, now }) => {
      await nameModerator(db, await getOwnPage(db, input.pageHandle, viewer), input.userId, now)
      return { msg: moderationMessages.moderatorAdded }
    },
    LIMITED,
  ),

  implementForMember(contract.removeModerator, async (db, { input, viewer }) => {
    const creator = await getOwnPage(db, input.pageHandle, viewer)
    await deleteModerator(db, creator.id, input.userId)
    return { msg: moderationMessages.moderatorRemoved }
  }),

  implementForMember(contract.listMutes, async (db, { input, viewer, now }) => {
    const creator = await getModeratedPage(db, input.pageHandle, viewer)
    return (await listMuteRows(db, creator.id, now)).map((row) => ({
      _id: row.id,
      name: row.name,
      profileImage: publicMediaUrl(row.profileImage),
      channelId: row.channelId,
      until: row.until?.toISOString() ?? null,
      mutedAt: row.mutedAt.toISOString(),
    }))
  }),

  implementForMember(
    contract.mutePerson,
    async (db, { input, viewer, now }) => {
      const creator = await getModeratedPage(db, input.pageHandle, viewer)
      const { userId, channelId, hidePast } = input
      const until = input.minutes === null ? null : new Date(now.getTime() + input.minutes * 60_000)
      await mute(db, creator, { userId, channelId, until, hidePast, by: viewer.id }, now)
      return { msg: moderationMessages.muted }
    },
    LIMITED,
  ),

  implementForMember(contract.unmutePerson, async (db, { input, viewer }) => {
    const creator = await getModeratedPage(db, input.pageHandle, viewer)
    await deleteMutes(db, creator.id, input.userId)
    return { msg: moderationMessages.unmuted }
  }),
]
