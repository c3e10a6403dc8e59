import { audienceMessages } from '#contract/audiences/messages.ts'
import { audienceFailures } from '#contract/audiences/failures.ts'
import * as contract from '#contract/audiences/routes.ts'
import { registrationLimits } from '#server/domains/accounts/service.ts'
import { getCreatorByHandle } from '#server/domains/creators/service.ts'
import { publicMediaUrl } from '#server/domains/media/service.ts'
import { Failure } from '#server/platform/failure.ts'
import {
  implement,
  type Implementation,
  implementForMember,
  implementInPhasesForAnyone,
} from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { follow } from './follow.ts'
import { deleteFollow, listFollowedPages, setFollowMailed } from './follow-queries.ts'
import { finishFollow, readLink, requestFollow } from './mailed-follows.ts'

/** More than anyone finds in an hour. */
const followsPerUser: Limit = { name: 'follow', points: 300, windowSeconds: 3600 }

const PAGES_PER_PAGE = 50

export const audienceImplementations: Implementation[] = [
  implementForMember(
    contract.followPage,
    async (db, { input, viewer, now }) => {
      await follow(db, viewer.id, await getCreatorByHandle(db, input.pageHandle), now)
      return { isFollowing: true }
    },
    { limits: [{ limit: followsPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(contract.unfollowPage, async (db, { input, viewer }) => {
    const creator = await getCreatorByHandle(db, input.pageHandle)
    await deleteFollow(db, viewer.id, creator.id)
    return { isFollowing: false }
  }),

  implementForMember(contract.getFollowedPages, async (db, { input, viewer }) => {
    const page = { beforeId: input.cursor ?? null, limit: input.limit ?? PAGES_PER_PAGE }
    return (await listFollowedPages(db, viewer.id, page)).map((row) => ({
      _id: row.id,
      pageName: row.pageName,
      pageHandle: row.handle,
      profileImage: publicMediaUrl(row.profileImage),
      followedAt: row.followedAt.toISOString(),
      isMailed: row.isMailed,
    }))
  }),

  implementForMember(contract.setFollowMails, async (db, { input: { pageHandle, isMailed }, viewer }) => {
    const creator = await getCreatorByHandle(db, pageHandle)
    if (!(await setFollowMailed(db, viewer.id, creator.id, isMailed)))
      throw new Failure(audienceFailures.not_following)
    return { isMailed }
  }),

  implement(
    contract.followByMail,
    async (db, { input: { pageHandle, email }, now }) => {
      await requestFollow(db, { email, creator: await getCreatorByHandle(db, pageHandle), now })
      return { msg: audienceMessages.followMailSent }
    },
    { limits: registrationLimits },
  ),

  implement(contract.getMailedFollow, (db, { input, now }) => readLink(db, input.token, now)),

  implementInPhasesForAnyone(
    contract.confirmFollow,
    (inTransaction, call) => {
      const { ageConfirmed, ...form } = call.input
      return finishFollow(inTransaction, call, { ...form, isAgeConfirmed: ageConfirmed === true })
    },
    { limits: registrationLimits },
  ),
]
