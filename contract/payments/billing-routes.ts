import * as z from 'zod/mini'

import { id } from '../fields.ts'
import { route } from '../http/route.ts'
import { billingMessages as messages } from './messages.ts'
import { paymentFailures } from './routes.ts'

/** A file in an answer: the browser turns it into a download, since a link could not carry the sign-in. */
export const fileAnswer = z.object({ fileName: z.string(), contentType: z.string(), base64: z.string() })

export const ADDRESS_MAX_LENGTH = 300

/** India's tax number of a business: state, PAN, entity, Z and a check character. */
const GSTIN = /^(?:\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z])?$/

/** What a supporter wants on their receipts beside the name. */
export const billingDetailsForm = z.object({
  address: z.string().check(z.trim(), z.maxLength(ADDRESS_MAX_LENGTH, messages.addressTooLong)),
  gstin: z.string().check(z.trim(), z.toUpperCase(), z.regex(GSTIN, messages.gstinWrong)),
})

const billingDetails = z.object({ address: z.string(), gstin: z.string() })

export const getReceiptPdf = route({
  method: 'GET',
  path: '/payment/receipt/:paymentId/pdf',
  caller: 'owner',
  summary: "The receipt of one of the caller's own payments, as a PDF.",
  input: z.object({ paymentId: id() }),
  output: fileAnswer,
  failures: [paymentFailures.payment_not_found, paymentFailures.receipt_not_numbered],
})

export const getBillingDetails = route({
  method: 'GET',
  path: '/user/billing',
  caller: 'member',
  summary: "The billing details printed on the caller's receipts beside their name.",
  input: z.object({}),
  output: billingDetails,
  failures: [],
})

export const saveBillingDetails = route({
  method: 'PUT',
  path: '/user/billing',
  caller: 'member',
  summary:
    "Changes the billing details printed on the caller's receipts beside their name; both may be empty.",
  input: billingDetailsForm,
  output: z.object({ msg: z.string(), details: billingDetails }),
  failures: [],
})

export const billingRoutes = [getReceiptPdf, getBillingDetails, saveBillingDetails] as const
