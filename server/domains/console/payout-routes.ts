import type * as z from 'zod/mini'

import { consoleFailures } from '#contract/console/failures.ts'
import * as contract from '#contract/console/payout-routes.ts'
import { dollarsFromCents } from '#contract/money.ts'
import { payoutHoldFailures } from '#contract/payouts/hold-failures.ts'
import { failPayout, holdPayout } from '#server/domains/payouts/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForStaff } from '#server/platform/http/implement.ts'
import type { StaffActor } from '#server/platform/http/principal.ts'

import { ask } from './approvals.ts'
import { findPayoutLine, listPayouts, type PayoutLineRow } from './payout-queries.ts'

const ROWS_PER_PAGE = 50

type PayoutLine = z.infer<typeof contract.listStaffPayouts.output>[number]

function isOwn(actor: StaffActor, { ownerId }: PayoutLineRow): boolean {
  return actor.kind === 'user' && actor.id === ownerId
}

function present(row: PayoutLineRow, actor: StaffActor): PayoutLine {
  const { id, creatorId, pageName, handle, amountCents, currency, status, waitsFor, method, hint } = row
  const { heldAt, heldUntil, holdReason, heldBy, failureReason, isReleaseAsked } = row
  return {
    _id: id,
    page: { _id: creatorId, name: pageName, handle },
    amount: dollarsFromCents(amountCents),
    currency,
    status,
    waitsFor,
    method,
    hint,
    requestedAt: row.requestedAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    failureReason,
    hold:
      heldAt && heldUntil
        ? {
            heldAt: heldAt.toISOString(),
            untilAt: heldUntil.toISOString(),
            reason: holdReason ?? '',
            by: heldBy ?? '',
          }
        : null,
    isReleaseAsked,
    isOwn: isOwn(actor, row),
  }
}

/** The payout, unless it is the caller's own. Throws `payout_not_found`, `own_matter`. */
async function getOthers(db: Db, payoutId: string, actor: StaffActor, now: Date): Promise<PayoutLineRow> {
  const row = await findPayoutLine(db, payoutId, now)
  if (!row) throw new Failure(payoutHoldFailures.payout_not_found)
  if (isOwn(actor, row)) throw new Failure(consoleFailures.own_matter)
  return row
}

function nameOf(actor: StaffActor): string {
  return actor.kind === 'user' ? actor.id : actor.name
}

export const payoutImplementations: Implementation[] = [
  implementForStaff(contract.listStaffPayouts, async (db, { input, staff, now }) => {
    const { queue = null, creatorId = null, cursor = null, limit } = input
    if (staff.reach === 'one person' && creatorId === null) throw new Failure(consoleFailures.one_person_only)
    const page = { beforeId: cursor, limit: limit ?? ROWS_PER_PAGE }
    const rows = await listPayouts(db, { queue, creatorId, now, ...page })
    return rows.map((row) => present(row, staff.actor))
  }),

  implementForStaff(contract.holdPayoutAsStaff, async (db, { input, staff, now }) => {
    const { payoutId, days, reason } = input
    const { status } = await getOthers(db, payoutId, staff.actor, now)
    await holdPayout(db, { payoutId, days, reason, by: nameOf(staff.actor), now })
    staff.audit({
      action: 'hold-payout',
      subject: { kind: 'payout', id: payoutId },
      reason,
      before: { status, isHeld: false },
      after: { status: 'requested', isHeld: true, days },
    })
    return { payoutId }
  }),

  implementForStaff(contract.askPayoutRelease, async (db, { input, staff, now }) => {
    const { payoutId, reason } = input
    const row = await getOthers(db, payoutId, staff.actor, now)
    if (row.heldAt === null) throw new Failure(payoutHoldFailures.payout_not_held)
    const { amountCents, currency } = row
    // From beside the database there is nobody whose second person could be another one.
    if (staff.actor.kind !== 'user') throw new Failure(consoleFailures.own_matter)
    await ask(db, {
      action: 'payout-release',
      subjectId: payoutId,
      concernedIds: [row.ownerId],
      payload: { amountCents, currency },
      reason,
      by: staff.actor.id,
      now,
    })
    staff.audit({
      action: 'ask-payout-release',
      subject: { kind: 'payout', id: payoutId },
      reason,
      before: { isHeld: true },
      after: { amountCents, currency },
    })
    return { payoutId }
  }),

  implementForStaff(contract.failPayoutAsStaff, async (db, { input, staff, now }) => {
    const { payoutId, reason } = input
    const { status } = await getOthers(db, payoutId, staff.actor, now)
    await failPayout(db, { payoutId, reason, by: nameOf(staff.actor), now })
    staff.audit({
      action: 'fail-payout',
      subject: { kind: 'payout', id: payoutId },
      reason,
      before: { status },
      after: { status: 'failed' },
    })
    return { payoutId }
  }),
]
