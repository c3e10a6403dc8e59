import * as z from 'zod/mini'

import { id, listInput, moment, requiredText } from '../fields.ts'
import { route } from '../http/route.ts'
import { payoutMethod } from '../payouts/details.ts'
import { payoutHoldFailures as held } from '../payouts/hold-failures.ts'
import { payoutStatus } from '../payouts/routes.ts'
import { HOLD_DAYS_MAX } from '../payouts/rules.ts'
import { consoleFailures as failures } from './failures.ts'
import { consoleMessages as messages } from './messages.ts'
import { REASON_MAX_LENGTH } from './rules.ts'

/** Why a payout that was requested has not been approved: nothing, new details, a suspension, the staff. */
const WAITS_FOR = ['approval', 'details', 'suspension', 'staff'] as const

const PAYOUT_QUEUES = ['waiting', 'held', 'sent', 'settled'] as const

const payoutLine = z.object({
  _id: id(),
  page: z.object({ _id: id(), name: z.string(), handle: z.string() }),
  amount: z.number(),
  currency: z.string(),
  status: payoutStatus,
  /** null: it doesn't wait. */
  waitsFor: z.nullable(z.enum(WAITS_FOR)),
  method: payoutMethod,
  /** Too little to use: "•••• 1234". */
  hint: z.string(),
  requestedAt: moment,
  settledAt: z.nullable(moment),
  failureReason: z.string(),
  /** The hold by the staff that counts now. */
  hold: z.nullable(z.object({ heldAt: moment, untilAt: moment, reason: z.string(), by: z.string() })),
  /** Somebody asked for its release, which waits for a second person. */
  isReleaseAsked: z.boolean(),
  isOwn: z.boolean(),
})

export const listStaffPayouts = route({
  method: 'GET',
  path: '/staff/payouts',
  caller: 'staff:money.read',
  summary:
    'Payouts of every page, or of one: those that wait, those the staff hold, those under way, those settled; the newest first. Support has to name a page.',
  input: z.object({
    queue: z.optional(z.enum(PAYOUT_QUEUES)),
    creatorId: z.optional(id()),
    ...listInput,
  }),
  output: z.array(payoutLine),
  failures: [failures.one_person_only],
})

const reason = requiredText(messages.reasonMissing, REASON_MAX_LENGTH)

export const holdPayoutAsStaff = route({
  method: 'POST',
  path: '/staff/payouts/:payoutId/hold',
  caller: 'staff:payouts.hold',
  stepUp: 'always',
  summary: `Stops a payout that has not left, for ${HOLD_DAYS_MAX} days at most; once more by somebody else. Its creator is mailed the reason and the day it goes on.`,
  input: z.object({
    payoutId: id(),
    days: z.int().check(z.positive(), z.maximum(HOLD_DAYS_MAX, messages.holdDaysWrong)),
    reason,
  }),
  output: z.object({ payoutId: id() }),
  failures: [
    held.payout_not_found,
    held.payout_gone,
    held.payout_held,
    held.payout_held_twice,
    held.payout_held_by_you,
    failures.own_matter,
  ],
})

export const askPayoutRelease = route({
  method: 'POST',
  path: '/staff/payouts/:payoutId/release',
  caller: 'staff:payouts.release',
  stepUp: 'always',
  summary: 'Asks for the end of a hold before its day. A second person decides.',
  input: z.object({ payoutId: id(), reason }),
  output: z.object({ payoutId: id() }),
  failures: [held.payout_not_found, held.payout_not_held, failures.own_matter, failures.approval_open],
})

export const failPayoutAsStaff = route({
  method: 'POST',
  path: '/staff/payouts/:payoutId/fail',
  caller: 'staff:payouts.release',
  stepUp: 'always',
  summary:
    'Fails a payout that has not left: its money is back in the balance. The creator is mailed the reason.',
  input: z.object({ payoutId: id(), reason }),
  output: z.object({ payoutId: id() }),
  failures: [held.payout_not_found, held.payout_gone, failures.own_matter],
})

export const staffPayoutRoutes = [
  listStaffPayouts,
  holdPayoutAsStaff,
  askPayoutRelease,
  failPayoutAsStaff,
] as const
