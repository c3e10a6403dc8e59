import * as contract from '#contract/accounts/deletion-routes.ts'
import { accountMessages as messages } from '#contract/accounts/messages.ts'
import {
  type Implementation,
  implementForMember,
  implementInPhases,
} from '#server/platform/http/implement.ts'

import { askForDeletionCode, cancelDeletion, requestDeletion } from './deletion.ts'
import { mailedCodeLimits, ownerProofLimits } from './limits.ts'
import { forgetSessionCookie } from './sessions.ts'

export const deletionImplementations: Implementation[] = [
  implementForMember(
    contract.sendDeletionCode,
    async (db, { viewer }) => {
      await askForDeletionCode(db, viewer)
      return { msg: messages.codeSent }
    },
    { limits: mailedCodeLimits },
  ),

  implementInPhases(
    contract.requestDeletion,
    async (inTransaction, call) => {
      const { currentPassword, code } = call.input
      const dueAt = await requestDeletion(inTransaction, call.viewer, { currentPassword, code }, call.now)
      forgetSessionCookie(call)
      return { msg: messages.deletionRequested, deletionDueAt: dueAt.toISOString() }
    },
    { limits: ownerProofLimits },
  ),

  implementForMember(contract.cancelDeletion, async (db, { viewer, now }) => {
    await cancelDeletion(db, viewer, now)
    return { msg: messages.accountKept }
  }),
]
