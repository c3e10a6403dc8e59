import { formatDay } from '#contract/dates.ts'
import type { Language } from '#contract/languages.ts'
import { formatExactCents } from '#contract/money.ts'
import { formatReceiptNumber } from '#contract/payments/receipts.ts'
import { openSheet, SHEET_WIDTH } from '#server/platform/pdf/document.ts'
import { textsFor } from '#server/platform/texts.ts'

import type { OwnPaymentRow } from '../queries.ts'
import { receiptTexts } from './messages.ts'
import type { Payer } from './payer.ts'

/** Where the value of a row begins, in points. */
const VALUE_X = 150

/** The receipt of one payment on one sheet. Written from stored amounts; nothing is recomputed. */
export async function receiptPdf(
  payment: OwnPaymentRow,
  payer: Payer,
  operator: { name: string; address: string; email: string },
  language: Language,
): Promise<Buffer> {
  const texts = textsFor(language)(receiptTexts)
  const day = (moment: Date) => formatDay(moment, language)
  // Always with cents: a receipt is read by machines too.
  const money = (cents: number, currency: string) =>
    `${formatExactCents(cents, currency, language)} ${currency}`
  const number = formatReceiptNumber(payment.receiptYear, payment.receiptNumber)
  const sheet = await openSheet({
    title: texts.documentTitle(number),
    author: operator.name,
    createdAt: payment.capturedAt,
    language,
  })
  sheet.text(texts.productName, { size: 15, weight: 700, color: 'brand', align: 'end' })
  sheet.down(sheet.text(texts.title, { size: 24, weight: 700 }) + 4)
  sheet.down(sheet.text(`${number} · ${day(payment.capturedAt)}`, { color: 'faint' }) + 26)
  sheet.down(sheet.text(money(payment.amountCents, payment.currency), { size: 30, weight: 700 }) + 2)
  sheet.down(sheet.text(texts.paidOn(day(payment.capturedAt)), { color: 'faint' }) + 26)

  const rows: (readonly [string, string])[] = [
    [texts.membership, texts.plan[payment.interval](payment.planName)],
    [
      payment.kind === 'proration' ? texts.upgradeFor : texts.period,
      texts.fromTo(day(payment.periodFrom), day(payment.periodUntil)),
    ],
    ...(payment.carriedCents > 0
      ? [[texts.carried, money(payment.carriedCents, payment.currency)] as const]
      : []),
    [texts.creator, `${payment.pageName} (@${payment.handle})`],
    [texts.paidBy, [payer.name, payer.email, payer.address].filter((text) => text !== '').join('\n')],
    ...(payer.gstin === '' ? [] : [[texts.gstin, payer.gstin] as const]),
    ...(payment.refundedCents > 0
      ? [[texts.refunded, money(payment.refundedCents, payment.currency)] as const]
      : []),
    [texts.paymentId, payment.providerPaymentId],
    [texts.issuedBy, [operator.name, operator.address, operator.email].join('\n')],
  ]
  for (const [label, value] of rows) {
    sheet.rule()
    sheet.down(9)
    const height = sheet.text(label, { color: 'faint', width: VALUE_X - 12 })
    sheet.down(Math.max(height, sheet.text(value, { x: VALUE_X, width: SHEET_WIDTH - VALUE_X })) + 9)
  }
  sheet.rule()
  return sheet.finish()
}
