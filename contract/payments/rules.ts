import * as z from 'zod/mini'

import { billingMessages as messages } from './messages.ts'

/** `refunded`: some or all of it went back. `disputed`: a bank asked about it, whatever it decided. */
export const PAYMENT_STANDINGS = ['refunded', 'disputed'] as const
export type PaymentStanding = (typeof PAYMENT_STANDINGS)[number]

export const ADDRESS_MAX_LENGTH = 300

/** India's tax number of a business: state, PAN, entity, Z and a check character. */
const GSTIN = /^(?:\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z])?$/

/** What a supporter wants on their receipts beside the name. */
export const billingDetailsForm = z.object({
  address: z.string().check(z.trim(), z.maxLength(ADDRESS_MAX_LENGTH, messages.addressTooLong)),
  gstin: z.string().check(z.trim(), z.toUpperCase(), z.regex(GSTIN, messages.gstinWrong)),
})
