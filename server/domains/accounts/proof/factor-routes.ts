import { proofMessages } from '#contract/accounts/proof-messages.ts'
import * as contract from '#contract/accounts/factor-routes.ts'
import {
  type Implementation,
  implementForMember,
  implementInPhases,
} from '#server/platform/http/implement.ts'

import { challengeLimits, ownerProofLimits } from '../limits.ts'
import { appAddress } from './app-codes.ts'
import {
  addApp,
  addPasskey,
  beginApp,
  beginPasskey,
  removeFactor,
  renameFactor,
  replaceRecoveryCodes,
} from './factors.ts'
import { qrPath } from './qr-code.ts'
import { describeSecurity } from './security-overview.ts'

export const factorImplementations: Implementation[] = [
  implementForMember(contract.getSecurity, (db, { viewer, now }) => describeSecurity(db, viewer.id, now)),

  implementForMember(
    contract.beginApp,
    async (db, { viewer, platform, now }) => {
      const secret = await beginApp(db, platform, viewer, now)
      const address = appAddress(secret, viewer.email)
      return { secret, address, qr: qrPath(address) }
    },
    { limits: challengeLimits },
  ),

  implementForMember(
    contract.addApp,
    async (db, { input, viewer, platform, now }) => ({
      msg: proofMessages.appAdded,
      recoveryCodes: await addApp(db, platform, viewer, { code: input.code, now }),
    }),
    { limits: ownerProofLimits },
  ),

  implementForMember(
    contract.beginPasskey,
    (db, { viewer, platform, now }) => beginPasskey(db, platform, viewer, now),
    { limits: challengeLimits },
  ),

  implementInPhases(contract.addPasskey, async (inTransaction, { input, viewer, platform, now }) => ({
    msg: proofMessages.passkeyAdded,
    recoveryCodes: await addPasskey(inTransaction, platform, viewer, { ...input, now }),
  })),

  implementForMember(contract.renameFactor, async (db, { input, viewer }) => {
    await renameFactor(db, viewer, input.factorId, input.label)
    return { msg: proofMessages.factorRenamed }
  }),

  implementForMember(contract.removeFactor, async (db, { input, viewer }) => {
    const kind = await removeFactor(db, viewer, input.factorId)
    return { msg: kind === 'app' ? proofMessages.appRemoved : proofMessages.passkeyRemoved }
  }),

  implementForMember(
    contract.makeRecoveryCodes,
    async (db, { viewer, now }) => ({
      msg: proofMessages.recoveryCodesMade,
      recoveryCodes: await replaceRecoveryCodes(db, viewer, now),
    }),
    { limits: challengeLimits },
  ),
]
