import * as contract from '#contract/payments/billing-routes.ts'
import { billingMessages as messages } from '#contract/payments/messages.ts'
import { formatReceiptNumber } from '#contract/payments/receipts.ts'
import { findLanguage } from '#server/domains/accounts/service.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { findBillingDetails, saveBillingDetails } from './billing-details-queries.ts'
import { getNumberedPayment } from './numbered-payment.ts'
import { payerOf } from './payer.ts'
import { receiptPdf } from './receipt-pdf.ts'

/** Each is drawn from scratch. */
const filesPerMember: Limit = { name: 'receipt-pdf', points: 60, windowSeconds: 300 }

export const billingImplementations: Implementation[] = [
  implementForMember(
    contract.getReceiptPdf,
    async (db, { input, viewer, platform }) => {
      const payment = await getNumberedPayment(db, viewer.id, input.paymentId)
      const pdf = await receiptPdf(
        payment,
        await payerOf(db, viewer),
        platform.config.operator,
        await findLanguage(db, viewer.id),
      )
      const number = formatReceiptNumber(payment.receiptYear, payment.receiptNumber)
      return {
        fileName: `cheers-receipt-${number}.pdf`,
        contentType: 'application/pdf',
        base64: pdf.toString('base64'),
      }
    },
    { isHeavy: true, limits: [{ limit: filesPerMember, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(contract.getBillingDetails, (db, { viewer }) => findBillingDetails(db, viewer.id)),

  implementForMember(contract.saveBillingDetails, async (db, { input, viewer, now }) => {
    await saveBillingDetails(db, viewer.id, input, now)
    return { msg: messages.saved, details: input }
  }),
]
