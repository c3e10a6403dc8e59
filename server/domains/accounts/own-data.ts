import type { OwnData } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listBlocked } from './block-queries.ts'
import { describeDevice } from './devices.ts'
import { getOwnAccount, listOwnIdentities } from './own-data-queries.ts'
import { profileImageUrl } from './profile.ts'
import { getUser } from './service.ts'
import { listSessions } from './session-queries.ts'
import { sessionLimits } from './sessions.ts'
import { listSuspensions } from './suspension-queries.ts'

type AccountData = Pick<OwnData, 'exportedAt' | 'account' | 'blocked' | 'signIns' | 'suspensions' | 'devices'>

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
