import type { OwnData } from '#contract/takeout/routes.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listEmailChanges } from './address/email-change-queries.ts'
import { listBlocked } from './block-queries.ts'
import { describeDevice } from './devices.ts'
import { listRecoveries } from './lost-factors/recovery-queries.ts'
import { getOwnAccount, listOwnIdentities } from './own-data-queries.ts'
import { profileImageUrl } from './profile.ts'
import { countRecoveryCodes, listFactors } from './proof/factor-queries.ts'
import { getUser } from './service.ts'
import { listSessions } from './session-queries.ts'
import { sessionLimits } from './sessions.ts'
import { listSuspensions } from './suspension-queries.ts'

type AccountData = Pick<
  OwnData,
  'exportedAt' | 'account' | 'blocked' | 'signIns' | 'security' | 'suspensions' | 'devices'
>

async function collectSecurity(db: Db, userId: string): Promise<OwnData['security']> {
  return {
    secondFactors: (await listFactors(db, userId)).map((factor) => ({
      kind: factor.kind,
      name: factor.label,
      addedAt: factor.createdAt.toISOString(),
      lastUsedAt: factor.lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: (await countRecoveryCodes(db, userId)).left,
    addressChanges: (await listEmailChanges(db, userId)).map((change) => ({
      from: change.oldEmail,
      to: change.newEmail,
      askedAt: change.createdAt.toISOString(),
      changedAt: change.appliedAt?.toISOString() ?? null,
      takenBackAt: change.undoneAt?.toISOString() ?? null,
    })),
    lostFactors: (await listRecoveries(db, userId)).map((recovery) => ({
      reason: recovery.reason,
      askedAt: recovery.askedAt.toISOString(),
      dueAt: recovery.dueAt?.toISOString() ?? null,
      endedAt: recovery.endedAt?.toISOString() ?? null,
    })),
  }
}

/** Of other people it reveals no more than the product shows them anyway. */
export const accountData: OwnDataPart = {
  about: 'person',
  async collect(db, userId, now): Promise<AccountData> {
    const user = await getUser(db, userId)
    const { createdAt, ageConfirmedAt } = await getOwnAccount(db, userId)
    const sessions = await listSessions(db, userId, sessionLimits(now))
    return {
      exportedAt: now.toISOString(),
      account: {
        name: user.name,
        username: user.username,
        email: user.email,
        country: user.country,
        profileImage: profileImageUrl(user.profileImage),
        createdAt: createdAt.toISOString(),
        emailVerifiedAt: user.emailVerifiedAt?.toISOString() ?? null,
        ageConfirmedAt: ageConfirmedAt?.toISOString() ?? null,
        seesAdultPages: user.seesAdultPages,
        deletionDueAt: user.deletionDueAt?.toISOString() ?? null,
      },
      blocked: (await listBlocked(db, userId)).map(({ name, pageName, blockedAt }) => ({
        name: pageName ?? name,
        blockedAt: blockedAt.toISOString(),
      })),
      signIns: (await listOwnIdentities(db, userId)).map(({ issuer, connectedAt }) => ({
        issuer,
        connectedAt: connectedAt.toISOString(),
      })),
      security: await collectSecurity(db, userId),
      suspensions: (await listSuspensions(db, userId)).map(({ suspendedAt, reason, reinstatedAt }) => ({
        suspendedAt: suspendedAt.toISOString(),
        reason,
        reinstatedAt: reinstatedAt?.toISOString() ?? null,
      })),
      devices: sessions.map((session) => ({
        browser: describeDevice(session.userAgent),
        signedInAt: session.createdAt.toISOString(),
        lastSeenAt: session.lastSeenAt.toISOString(),
      })),
    }
  },
}
