import { proofMessages } from '#contract/accounts/proof-messages.ts'
import { accountMessages as messages } from '#contract/accounts/messages.ts'
import * as contract from '#contract/accounts/proof-routes.ts'
import {
  type Implementation,
  implement,
  implementForMember,
  implementInPhases,
  implementInPhasesForAnyone,
} from '#server/platform/http/implement.ts'

import { challengeLimits, mailedCodeLimits, ownerProofLimits, signInLimits } from '../limits.ts'
import { beginPasskeySignIn, finishPasskeySignIn, finishSecondStep } from './second-step.ts'
import { askForProofCode, beginProof, prove } from './step-up.ts'

export const proofImplementations: Implementation[] = [
  implementInPhasesForAnyone(
    contract.finishSignIn,
    async (inTransaction, call) => ({
      msg: messages.loginSuccessful,
      token: await finishSecondStep(inTransaction, call, call.input),
    }),
    { limits: signInLimits },
  ),

  implement(contract.beginPasskeySignIn, (db, { platform, now }) => beginPasskeySignIn(db, platform, now), {
    limits: signInLimits,
  }),

  implementInPhasesForAnyone(
    contract.signInWithPasskey,
    async (inTransaction, call) => ({
      msg: messages.loginSuccessful,
      token: await finishPasskeySignIn(inTransaction, call, call.input),
    }),
    { limits: signInLimits },
  ),

  implementForMember(contract.beginProof, (db, call) => beginProof(db, call), { limits: challengeLimits }),

  implementForMember(
    contract.sendProofCode,
    async (db, { viewer }) => {
      await askForProofCode(db, viewer)
      return { msg: messages.codeSent }
    },
    { limits: mailedCodeLimits },
  ),

  implementInPhases(
    contract.prove,
    async (inTransaction, call) => {
      await prove(inTransaction, call, call.input)
      return { msg: proofMessages.proved }
    },
    { limits: ownerProofLimits },
  ),
]
