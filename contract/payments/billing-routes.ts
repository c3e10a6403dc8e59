import * as z from 'zod/mini'

import { id } from '../fields.ts'
import { route } from '../http/route.ts'
import { paymentFailures } from './failures.ts'
import { billingDetailsForm } from './rules.ts'

/** A file in an answer: the browser turns it into a download, since a link could not carry the sign-in. */
export const fileAnswer = z.object({ fileName: z.string(), contentType: z.string(), base64: z.string() })

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
