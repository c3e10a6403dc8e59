import type { Language } from '#contract/languages.ts'
import { formatExactCents } from '#contract/money.ts'
import { type Letter, letterToOperator } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import { disputeLossMailTexts } from './messages.ts'

/** Tells the operator that a bank took money which had already gone back. `amountCents`: in `currency`. */
export function disputeLossLetter(
  to: Letter['to'],
  facts: { providerDisputeId: string; providerPaymentId: string; amountCents: number; currency: string },
  language: Language,
): Letter {
  const texts = textsFor(language)(disputeLossMailTexts)
  const amount = formatExactCents(facts.amountCents, facts.currency, language)
  return letterToOperator(to, language, {
    subject: texts.subject(amount),
    paragraphs: [texts.paidTwice(amount), texts.showRefund],
    rows: [
      [texts.dispute, facts.providerDisputeId],
      [texts.payment, facts.providerPaymentId],
      [texts.amount, amount],
    ],
  })
}
