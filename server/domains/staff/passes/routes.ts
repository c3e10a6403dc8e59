import * as contract from '#contract/staff/pass-routes.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { findOwnPass } from './pass-queries.ts'
import { endPass, makePass } from './passes.ts'

const passesPerUser: Limit = { name: 'support-passes', points: 20, windowSeconds: 3600 }

export const passImplementations: Implementation[] = [
  implementForMember(contract.getOwnPass, async (db, { viewer, now }) => {
    const row = await findOwnPass(db, viewer.id, now)
    if (!row) return { pass: null }
    const { expiresAt, usedAt, usedBy } = row
    const used = usedAt && { at: usedAt.toISOString(), by: usedBy ?? '' }
    return { pass: { expiresAt: expiresAt.toISOString(), used } }
  }),

  implementForMember(
    contract.givePass,
    async (db, { viewer, now }) => {
      const { code, expiresAt } = await makePass(db, { userId: viewer.id, now })
      return { code, expiresAt: expiresAt.toISOString() }
    },
    { limits: [{ limit: passesPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(contract.takePassBack, async (db, { viewer, now }) => ({
    changed: await endPass(db, viewer.id, now),
  })),
]
