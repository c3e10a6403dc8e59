import type { Language } from '#contract/languages.ts'
import type { DisputeStatus } from '#contract/payments/dispute-status.ts'
import { type Letter, letterTo } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import { disputeTexts } from './dispute-messages.ts'
import { wordsIn } from './words.ts'

export interface DisputeFacts {
  status: DisputeStatus
  currency: string
  amountCents: number
  /** Until when the bank waits for an answer; null: unknown. */
  respondBy: Date | null
  /** The part of the payment that hasn't gone back to the supporter. */
  keptCents: number
  paidAt: Date
  memberName: string
  memberEmail: string
  pageName: string
  ownerName: string
  ownerEmail: string
  planName: string
}

/** Tells a creator that a bank is reclaiming a payment, or may, or what it decided. */
export function disputeLetter(facts: DisputeFacts, publicUrl: string, language: Language): Letter {
  const texts = textsFor(language)(disputeTexts)
  const { day, amount } = wordsIn(language)
  const payment = {
    amount: amount(facts.amountCents, facts.currency),
    member: facts.memberName,
    plan: facts.planName,
    paidOn: day(facts.paidAt),
  }
  const { subject, sentence } = texts[facts.status]
  return letterTo({ name: facts.ownerName, address: facts.ownerEmail }, language, {
    why: 'page',
    subject: subject(payment),
    paragraphs: [sentence(payment), ...whatToDo(facts, language)],
    action: { label: texts.yourPayouts, url: `${publicUrl}/payout` },
  })
}

function whatToDo(facts: DisputeFacts, language: Language): string[] {
  const { suspected, open } = textsFor(language)(disputeTexts)
  const { status, memberName: member } = facts
  const due = facts.respondBy && wordsIn(language).day(facts.respondBy)
  if (status === 'open') return [due === null ? open.notCharged(member) : open.answerDue(member, due)]
  if (status !== 'suspected') return []
  if (facts.keptCents <= 0) return [suspected.refunded]
  return [due === null ? suspected.refund(member) : suspected.refundBefore(member, due)]
}

/** Tells a creator that the bank has our answer. */
export function disputeAnsweredLetter(facts: DisputeFacts, publicUrl: string, language: Language): Letter {
  const texts = textsFor(language)(disputeTexts)
  const { day, amount } = wordsIn(language)
  const payment = {
    amount: amount(facts.amountCents, facts.currency),
    member: facts.memberName,
    plan: facts.planName,
    paidOn: day(facts.paidAt),
  }
  return letterTo({ name: facts.ownerName, address: facts.ownerEmail }, language, {
    why: 'page',
    subject: texts.answered.subject(payment),
    paragraphs: [texts.answered.sentence(payment)],
    action: { label: texts.yourPayouts, url: `${publicUrl}/payout` },
  })
}

/** Tells a supporter that their bank took a payment back, and what that means. */
export function disputeLostLetter(facts: DisputeFacts, publicUrl: string, language: Language): Letter {
  const { takenBack: texts, yourPayments } = textsFor(language)(disputeTexts)
  const words = wordsIn(language)
  const [amount, paidOn] = [words.amount(facts.amountCents, facts.currency), words.day(facts.paidAt)]
  const { planName: plan, pageName: page } = facts
  return letterTo({ name: facts.memberName, address: facts.memberEmail }, language, {
    why: 'membership',
    subject: texts.subject(amount, page),
    paragraphs: [texts.sentence({ plan, page, paidOn, amount }), texts.ends],
    action: { label: yourPayments, url: `${publicUrl}/settings?tab=billing` },
  })
}
