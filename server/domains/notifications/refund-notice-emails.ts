import type { Language } from '#contract/languages.ts'
import { HARDLY_USED_BELOW_PERCENT } from '#contract/payments/refund-rules.ts'
import { REFUND_WINDOW_DAYS } from '#contract/payments/refund-window.ts'
import { type Letter, letterTo } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import type { RefundFacts } from './refund-facts.ts'
import { refundNoticeTexts } from './refund-messages.ts'
import { wordsIn } from './words.ts'

/* The letters to a creator about a refund. */

function toOwner({ ownerName, ownerEmail }: RefundFacts): Letter['to'] {
  return { name: ownerName, address: ownerEmail }
}

/** The refund in words; `cents` is the amount that the sentence is about. */
function refundOf(facts: RefundFacts, language: Language, cents = facts.amountCents) {
  const { day, amount } = wordsIn(language)
  return {
    amount: amount(cents, facts.currency),
    member: facts.memberName,
    plan: facts.planName,
    paidOn: day(facts.paidAt),
  }
}

function yourPayouts(publicUrl: string, language: Language): Letter['action'] {
  return { label: textsFor(language)(refundNoticeTexts).yourPayouts, url: `${publicUrl}/payout` }
}

/** Asks a creator to decide. */
export function refundRequestLetter(facts: RefundFacts, publicUrl: string, language: Language): Letter {
  const { request: texts } = textsFor(language)(refundNoticeTexts)
  const { amount, member } = refundOf(facts, language)
  return letterTo(toOwner(facts), language, {
    why: 'page',
    subject: texts.subject(member, amount),
    paragraphs: [texts.decideIt(refundOf(facts, language, facts.paidCents))],
    rows: [[texts.reason, facts.reason]],
    action: { label: texts.decide, url: `${publicUrl}/payout` },
  })
}

/** Tells a creator about money that goes back without their doing. */
export function refundNoticeLetter(facts: RefundFacts, publicUrl: string, language: Language): Letter {
  const { sent: texts, reason } = textsFor(language)(refundNoticeTexts)
  const refund = refundOf(facts, language)
  const [days, percent] = [String(REFUND_WINDOW_DAYS), String(HARDLY_USED_BELOW_PERCENT)]
  const sentence =
    facts.decidedBy === 'operator'
      ? texts.byUs(refund)
      : facts.decidedBy !== 'rule'
        ? texts.byProvider(refund)
        : facts.origin === 'member'
          ? texts.byRule({ ...refund, days, percent })
          : texts.byRuleOfOurs(refund)
  return letterTo(toOwner(facts), language, {
    why: 'page',
    subject: texts.subject(refund.amount, refund.member),
    paragraphs: [sentence, texts.fee],
    ...(facts.reason === '' ? {} : { rows: [[reason, facts.reason] as const] }),
    action: yourPayouts(publicUrl, language),
  })
}

/** Tells a creator that the money has left. */
export function refundDoneNoticeLetter(facts: RefundFacts, publicUrl: string, language: Language): Letter {
  const { done: texts } = textsFor(language)(refundNoticeTexts)
  const refund = refundOf(facts, language)
  const { leftPlanName: left } = facts
  return letterTo(toOwner(facts), language, {
    why: 'page',
    subject: texts.subject(refund.amount, refund.member),
    paragraphs: [
      !facts.hasEndedPlan
        ? texts.continues(refund)
        : left === null
          ? texts.ended(refund)
          : texts.backOn({ ...refund, left }),
    ],
    action: yourPayouts(publicUrl, language),
  })
}

/** Tells a creator that the money did not go. */
export function refundFailedNoticeLetter(facts: RefundFacts, publicUrl: string, language: Language): Letter {
  const { failed: texts } = textsFor(language)(refundNoticeTexts)
  const refund = refundOf(facts, language)
  return letterTo(toOwner(facts), language, {
    why: 'page',
    subject: texts.subject(refund.amount, refund.member),
    paragraphs: [
      texts.notAccepted(refund),
      ...(facts.isDisputed ? [texts.bankDecides] : [texts.backInBalance, texts.sendAgain]),
    ],
    action: yourPayouts(publicUrl, language),
  })
}
