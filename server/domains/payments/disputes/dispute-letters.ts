import type { Language } from '#contract/languages.ts'
import { formatExactCents } from '#contract/money.ts'
import { formatDay } from '#contract/dates.ts'
import { type Letter, letterToOperator } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import { disputeDeskMailTexts } from './messages.ts'

/** What the staff are told about a dispute. `amountCents`: in `currency`. */
export interface DeskFacts {
  id: string
  amountCents: number
  currency: string
  pageName: string
  providerPaymentId: string
  respondBy: Date | null
  /** Why the provider didn't take our answer; '' if it did, or there is none. */
  refusal: string
}

/** What became of it: to be answered, answered, or decided. */
export type DeskNews = 'opened' | 'sent' | 'refused' | 'won' | 'lost' | 'closed'

/** Tells the operator that a bank asks a payment back, what became of our answer, or what the bank decided. */
export function disputeDeskLetter(
  to: Letter['to'],
  { facts, news, publicUrl }: { facts: DeskFacts; news: DeskNews; publicUrl: string },
  language: Language,
): Letter {
  const texts = textsFor(language)(disputeDeskMailTexts)
  const amount = formatExactCents(facts.amountCents, facts.currency, language)
  const due = facts.respondBy && formatDay(facts.respondBy.toISOString(), language)
  const { subject, sentence } = texts[news]
  return letterToOperator(to, language, {
    subject: subject(amount),
    paragraphs: [
      sentence(facts.pageName, amount),
      ...(news === 'opened' ? [due === null ? texts.answerSoon : texts.answerBy(due)] : []),
    ],
    rows: [
      [texts.dispute, facts.id],
      [texts.payment, facts.providerPaymentId],
      ...(news === 'refused' ? [[texts.reason, facts.refusal] as const] : []),
    ],
    action: { label: texts.open, url: `${publicUrl}/staff/disputes/${facts.id}` },
  })
}
