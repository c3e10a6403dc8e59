import { proofMessages } from '#contract/accounts/proof-messages.ts'
import * as contract from '#contract/accounts/email-routes.ts'
import { type Implementation, implement, implementForMember } from '#server/platform/http/implement.ts'

import { disown } from '../alarms/disown.ts'
import { mailedCodeLimits, signInLimits } from '../limits.ts'
import { keepFactors } from '../lost-factors/lost-factors.ts'
import { cancelEmailChange, confirmEmailChange, requestEmailChange, undoEmailChange } from './email-change.ts'

export const emailImplementations: Implementation[] = [
  implementForMember(
    contract.changeEmail,
    async (db, { input, viewer, now }) => {
      await requestEmailChange(db, viewer, input.email, now)
      return { msg: proofMessages.emailChangeBegun }
    },
    { limits: mailedCodeLimits },
  ),

  implementForMember(contract.cancelEmailChange, async (db, { viewer }) => {
    await cancelEmailChange(db, viewer)
    return { msg: proofMessages.emailChangeCancelled }
  }),

  implement(
    contract.confirmEmail,
    async (db, { input, now }) => {
      const isChanged = await confirmEmailChange(db, input.token, now)
      return { msg: isChanged ? proofMessages.emailChanged : proofMessages.emailHalfConfirmed, isChanged }
    },
    { limits: signInLimits },
  ),

  implement(
    contract.undoEmail,
    async (db, { input, now }) => {
      await undoEmailChange(db, input.token, now)
      return { msg: proofMessages.emailChangeUndone }
    },
    { limits: signInLimits },
  ),

  implement(
    contract.disown,
    async (db, { input, now }) => {
      await disown(db, input.token, now)
      return { msg: proofMessages.disowned }
    },
    { limits: signInLimits },
  ),

  implement(
    contract.keepFactors,
    async (db, { input, now }) => {
      await keepFactors(db, input.token, now)
      return { msg: proofMessages.factorsKept }
    },
    { limits: signInLimits },
  ),
]
