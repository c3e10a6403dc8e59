import type { getSecurity } from '#contract/accounts/factor-routes.ts'
import type { OutputOf } from '#contract/http/route.ts'
import type { Db } from '#server/platform/db/query.ts'

import { findOpenEmailChange } from '../address/email-change-queries.ts'
import { findOpenRecovery } from '../lost-factors/recovery-queries.ts'
import { countRecoveryCodes, listFactors } from './factor-queries.ts'

/** What protects an account, and what is under way. */
export async function describeSecurity(
  db: Db,
  userId: string,
  now: Date,
): Promise<OutputOf<typeof getSecurity>> {
  const factors = await listFactors(db, userId)
  const change = await findOpenEmailChange(db, userId, now)
  const recovery = await findOpenRecovery(db, userId)
  return {
    factors: factors.map((factor) => ({
      _id: factor.id,
      kind: factor.kind,
      label: factor.label,
      addedAt: factor.createdAt.toISOString(),
      lastUsedAt: factor.lastUsedAt?.toISOString() ?? null,
      isSynced: factor.isSynced,
    })),
    recoveryCodesLeft: factors.length === 0 ? null : (await countRecoveryCodes(db, userId)).left,
    emailChange: change && {
      email: change.newEmail,
      isOldConfirmed: change.oldConfirmedAt !== null,
      isNewConfirmed: change.newConfirmedAt !== null,
      expiresAt: change.expiresAt.toISOString(),
    },
    factorsRemovedAt: recovery?.dueAt?.toISOString() ?? null,
  }
}
