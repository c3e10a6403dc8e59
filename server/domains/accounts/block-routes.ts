import * as contract from '#contract/accounts/block-routes.ts'
import { accountMessages as messages } from '#contract/accounts/messages.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import { publicObjectUrl } from '#server/platform/storage/storage.ts'

import { deleteBlock, listBlocked } from './block-queries.ts'
import { blockPerson, getPersonToBlock } from './blocks.ts'
import { blockLimits } from './limits.ts'
import { profileImageUrl } from './profile.ts'

export const blockImplementations: Implementation[] = [
  implementForMember(contract.getBlockedUsers, async (db, { input, viewer }) =>
    (await listBlocked(db, viewer.id, { afterId: input.cursor ?? null, limit: input.limit ?? null })).map(
      (row) => ({
        _id: row.id,
        name: row.pageName ?? row.name,
        pageHandle: row.pageHandle,
        profileImage:
          row.pageHandle === null
            ? profileImageUrl(row.profileImage)
            : row.pageImage && publicObjectUrl(row.pageImage),
        blockedAt: row.blockedAt.toISOString(),
      }),
    ),
  ),

  implementForMember(
    contract.blockUser,
    async (db, { input, viewer, now }) => {
      await blockPerson(db, viewer.id, await getPersonToBlock(db, input), now)
      return { msg: messages.blocked }
    },
    { limits: blockLimits },
  ),

  implementForMember(contract.unblockUser, async (db, { input, viewer }) => {
    await deleteBlock(db, viewer.id, input.userId)
    return { msg: messages.unblocked }
  }),
]
