import { formatDay } from '#contract/dates.ts'
import { formatExactCents } from '#contract/money.ts'
import { formatReceiptNumber } from '#contract/payments/receipts.ts'
import { openSheet, SHEET_WIDTH } from '#server/platform/pdf/document.ts'

import type { OwnPaymentRow } from '../queries.ts'
import type { Payer } from './payer.ts'

/** Where the value of a row begins, in points. */
const VALUE_X = 150

/** The receipt of one payment on one sheet. Written from stored amounts; nothing is recomputed. */
export async function receiptPdf(
  payment: OwnPaymentRow,
  payer: Payer,
  operator: { name: string; address: string; email: string },
): Promise<Buffer> {
  const number = formatReceiptNumber(payment.receiptYear, payment.receiptNumber)
  const sheet = await openSheet({
    title: `Receipt ${number}`,
    author: operator.name,
    createdAt: payment.capturedAt,
  })
  sheet.text('Cheers', { size: 15, weight: 700, color: 'brand', align: 'right' })
  sheet.down(sheet.text('Receipt', { size: 24, weight: 700 }) + 4)
  sheet.down(sheet.text(`${number} · ${formatDay(payment.capturedAt)}`, { color: 'faint' }) + 26)
  sheet.down(sheet.text(money(payment.amountCents, payment.currency), { size: 30, weight: 700 }) + 2)
  sheet.down(sheet.text(`Paid on ${formatDay(payment.capturedAt)}`, { color: 'faint' }) + 26)

  const rows: (readonly [string, string])[] = [
    ['Membership', `${payment.planName}, ${payment.interval}`],
    [
      payment.kind === 'difference' ? 'Upgrade for' : 'Period',
      `${formatDay(payment.periodFrom)} to ${formatDay(payment.periodUntil)}`,
    ],
    ...(payment.carriedCents > 0
      ? [['Includes, for an earlier upgrade', money(payment.carriedCents, payment.currency)] as const]
      : []),
    ['Creator', `${payment.pageName} (@${payment.handle})`],
    ['Paid by', [payer.name, payer.email, payer.address].filter((text) => text !== '').join('\n')],
    ...(payer.gstin === '' ? [] : [['GSTIN', payer.gstin] as const]),
    ...(payment.refundedCents > 0
      ? [['Refunded', money(payment.refundedCents, payment.currency)] as const]
      : []),
    ['Payment id', payment.providerPaymentId],
    ['Issued by', [operator.name, operator.address, operator.email].join('\n')],
  ]
  for (const [label, value] of rows) {
    sheet.rule()
    sheet.down(9)
    sheet.text(label, { color: 'faint', width: VALUE_X - 12 })
    sheet.down(sheet.text(value, { x: VALUE_X, width: SHEET_WIDTH - VALUE_X }) + 9)
  }
  sheet.rule()
  return sheet.finish()
}

/** Always with cents: a receipt is read by machines too. */
function money(cents: number, currency: string): string {
  return `${formatExactCents(cents, currency)} ${currency}`
}
