import * as contract from '#contract/accounts/email-routes.ts'
import { accountMessages as messages } from '#contract/accounts/messages.ts'
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
      return { msg: messages.emailChangeBegun }
    },
    { limits: mailedCodeLimits },
  ),

  implementForMember(contract.cancelEmailChange, async (db, { viewer }) => {
    await cancelEmailChange(db, viewer)
    return { msg: messages.emailChangeCancelled }
  }),

  implement(
    contract.confirmEmail,
    async (db, { input, now }) => ({
      msg: (await confirmEmailChange(db, input.token, now))
        ? messages.emailChanged
        : messages.emailHalfConfirmed,
    }),
    { limits: signInLimits },
  ),

  implement(
    contract.undoEmail,
    async (db, { input, now }) => {
      await undoEmailChange(db, input.token, now)
      return { msg: messages.emailChangeUndone }
    },
    { limits: signInLimits },
  ),

  implement(
    contract.disown,
    async (db, { input, now }) => {
      await disown(db, input.token, now)
      return { msg: messages.disowned }
    },
    { limits: signInLimits },
  ),

  implement(
    contract.keepFactors,
    async (db, { input, now }) => {
      await keepFactors(db, input.token, now)
      return { msg: messages.factorsKept }
    },
    { limits: signInLimits },
  ),
]
