import * as z from 'zod/mini'

import { accountFailures } from '../accounts/failures.ts'
import { id, listInput, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { CURRENCIES, CURRENCY } from '../money.ts'
import { payoutDetailsFields, payoutMethod } from './details.ts'
import { payoutFailures } from './failures.ts'
import { payoutMessages as messages } from './messages.ts'
import { DETAILS_HOLD_DAYS } from './rules.ts'

/** One calendar month in UTC. Amounts in one currency; fee + net = gross, to the cent. */
const monthOfEarnings = z.object({
  /** "2026-03" */
  month: z.string(),
  /** What supporters paid. */
  gross: z.number(),
  /** The platform's share. */
  fee: z.number(),
  /** The creator's share. */
  net: z.number(),
})

export const getEarnings = route({
  method: 'GET',
  path: '/creatorpayments/getEarnings',
  caller: 'creator',
  summary: "What the caller's supporters paid in each of the last twelve months, oldest first.",
  input: z.object({}),
  output: z.object({
    months: z.array(monthOfEarnings),
    currency: z.string(),
    /** The same months for payments in rupees, in rupees; null if there never were any. */
    rupees: z.nullable(z.array(monthOfEarnings)),
  }),
  failures: [],
})

const balance = {
  available: z.number(),
  pending: z.number(),
  /** Becomes available month by month. */
  reserved: z.number(),
  /** When the last of it does; null if nothing is reserved. */
  reservedUntil: z.nullable(moment),
  currency: z.string(),
}

export const getBalance = route({
  method: 'GET',
  path: '/creatorpayments/getBalance',
  caller: 'payee',
  summary:
    'What the platform owes the caller: available, still within the refund window, and held back from yearly payments for months to come. The three add up to the balance in the ledger.',
  input: z.object({}),
  output: z.object({
    ...balance,
    /** The balance in rupees, which is paid out in rupees; null if there never was one. */
    rupees: z.nullable(z.object(balance)),
  }),
  failures: [],
})

const details = z.object({
  method: payoutMethod,
  /** Too little to use: "•••• 1234". */
  hint: z.string(),
  changedAt: moment,
  /** Nothing is sent to new details before this moment; null once it is past. */
  heldUntil: z.nullable(moment),
})

export const getPayoutDetails = route({
  method: 'GET',
  path: '/payout/details',
  caller: 'payee',
  summary: "The caller's payout details, masked; null if there are none yet.",
  input: z.object({}),
  output: z.object({
    details: z.nullable(details),
    /** Until when Cheers holds all payouts, by a decision; null: it doesn't. */
    payoutsHeldUntil: z.nullable(moment),
  }),
  failures: [],
})

export const savePayoutDetails = route({
  method: 'PUT',
  path: '/payout/details',
  caller: 'payee',
  stepUp: 'with-factor',
  summary: `Changes the caller's payout details. Requires the password; nothing is sent to new details for ${DETAILS_HOLD_DAYS} days, and their owner is notified by mail.`,
  input: z.object({
    ...payoutDetailsFields,
    /** Not needed once the caller has proved a second factor. */
    currentPassword: z.optional(
      z
        .string({ error: messages.passwordRequired })
        .check(z.minLength(1, messages.passwordRequired), z.maxLength(1024)),
    ),
  }),
  output: z.object({ msg: z.string(), details }),
  failures: [payoutFailures.payout_details_wrong, accountFailures.current_password_wrong],
})

export const payoutStatus = z.enum(['requested', 'approved', 'sent', 'paid', 'failed', 'reversed'])
export type PayoutStatus = z.infer<typeof payoutStatus>

const payout = z.object({
  _id: id(),
  amount: z.number(),
  currency: z.string(),
  status: payoutStatus,
  method: payoutMethod,
  hint: z.string(),
  requestedAt: moment,
  sentAt: z.nullable(moment),
  settledAt: z.nullable(moment),
  /** The bank's own reference, once there is one. */
  bankReference: z.string(),
  failureReason: z.string(),
})

export const requestPayout = route({
  method: 'POST',
  path: '/payout/request',
  caller: 'payee',
  stepUp: 'always',
  summary:
    'Requests a payout of everything that is available in one currency, if that is more than the minimum.',
  input: z.object({ currency: z._default(z.enum(CURRENCIES), CURRENCY) }),
  output: z.object({ msg: z.string(), payout }),
  failures: [
    payoutFailures.payout_details_missing,
    payoutFailures.payout_below_threshold,
    payoutFailures.payout_needs_factor,
    payoutFailures.payout_open,
  ],
})

export const getPayouts = route({
  method: 'GET',
  path: '/payout/getPayouts',
  caller: 'payee',
  summary: "The caller's payouts, newest first.",
  input: z.object(listInput),
  output: z.array(payout),
  failures: [],
})

export const payoutRoutes = [
  getEarnings,
  getBalance,
  getPayoutDetails,
  savePayoutDetails,
  requestPayout,
  getPayouts,
] as const
