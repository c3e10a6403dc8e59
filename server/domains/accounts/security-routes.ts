import { accountMessages as messages } from '#contract/accounts/messages.ts'
import * as contract from '#contract/accounts/security-routes.ts'
import {
  type Implementation,
  implementForMember,
  implementInPhases,
} from '#server/platform/http/implement.ts'

import { describeDevice } from './devices.ts'
import { mailedCodeLimits, ownerProofLimits } from './limits.ts'
import { askForPasswordCode, changePassword, revokeSession } from './security.ts'
import { deleteOtherSessions, listSessions } from './session-queries.ts'
import { sessionLimits } from './sessions.ts'

export const securityImplementations: Implementation[] = [
  implementInPhases(
    contract.changePassword,
    async (inTransaction, { input, viewer, now }) => {
      await changePassword(inTransaction, viewer, {
        currentPassword: input.currentPassword,
        code: input.code,
        password: input.password,
        now,
      })
      return { msg: messages.ownPasswordChanged }
    },
    { limits: ownerProofLimits },
  ),

  implementForMember(
    contract.sendPasswordCode,
    async (db, { viewer }) => {
      await askForPasswordCode(db, viewer)
      return { msg: messages.codeSent }
    },
    { limits: mailedCodeLimits },
  ),

  implementForMember(contract.getSessions, async (db, { viewer, now }) =>
    (await listSessions(db, viewer.id, sessionLimits(now))).map((session) => ({
      _id: session.id,
      device: describeDevice(session.userAgent),
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      isCurrent: session.id === viewer.sessionId,
    })),
  ),

  implementForMember(contract.revokeSession, async (db, { input, viewer }) => {
    await revokeSession(db, viewer, input.sessionId)
    return { msg: messages.sessionEnded }
  }),

  implementForMember(contract.revokeOtherSessions, async (db, { viewer }) => {
    await deleteOtherSessions(db, viewer.id, viewer.sessionId)
    return { msg: messages.otherSessionsEnded }
  }),
]
