import type { Language } from '#contract/languages.ts'
import { REFUND_WINDOW_DAYS } from '#contract/payments/refund-window.ts'
import { type Letter, letterTo } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import type { RefundFacts } from './refund-facts.ts'
import { refundTexts } from './refund-messages.ts'
import { wordsIn } from './words.ts'

/* The letters to a supporter about a refund. */

function toMember({ memberName, memberEmail }: RefundFacts): Letter['to'] {
  return { name: memberName, address: memberEmail }
}

function amountOf({ amountCents, currency }: RefundFacts, language: Language): string {
  return wordsIn(language).amount(amountCents, currency)
}

function yourPayments(publicUrl: string, language: Language): Letter['action'] {
  return {
    label: textsFor(language)(refundTexts).yourPayments,
    url: `${publicUrl}/settings?tab=billing`,
  }
}

/** Tells a supporter that their request is with the creator. */
export function refundAskedLetter(facts: RefundFacts, publicUrl: string, language: Language): Letter {
  const { asked: texts } = textsFor(language)(refundTexts)
  const { pageName: page, planName: plan } = facts
  const amount = amountOf(facts, language)
  return letterTo(toMember(facts), language, {
    why: 'membership',
    subject: texts.subject(page, amount),
    paragraphs: [texts.received({ page, amount, plan })],
    rows: [[texts.reason, facts.reason]],
    action: yourPayments(publicUrl, language),
  })
}

/** Tells a supporter the decision, and who made it. */
export function refundDecisionLetter(facts: RefundFacts, publicUrl: string, language: Language): Letter {
  const { approved, declined } = textsFor(language)(refundTexts)
  const { pageName: page, planName: plan } = facts
  const amount = amountOf(facts, language)
  const isDeclined = facts.status === 'declined'
  return letterTo(toMember(facts), language, {
    why: 'membership',
    subject: isDeclined ? declined.subject(page) : approved.subject(amount, page),
    paragraphs: isDeclined
      ? [
          facts.decidedBy === 'operator'
            ? declined.byUs(amount, plan)
            : declined.by({ who: page, amount, plan }),
        ]
      : [approved.sent(amount, plan), whatWillEnd(facts, language)],
    rows: rowsOf(facts, language, { hasAmount: !isDeclined }),
    action: yourPayments(publicUrl, language),
  })
}

/** Tells a supporter that the money has left, and what ended with it. */
export function refundDoneLetter(facts: RefundFacts, publicUrl: string, language: Language): Letter {
  const { done: texts } = textsFor(language)(refundTexts)
  const amount = amountOf(facts, language)
  return letterTo(toMember(facts), language, {
    why: 'membership',
    subject: texts.subject(amount, facts.pageName),
    paragraphs: [texts.left(amount, facts.planName), ...whatHasEnded(facts, language)],
    rows: rowsOf(facts, language, { hasAmount: true }),
    action: yourPayments(publicUrl, language),
  })
}

function rowsOf(
  facts: RefundFacts,
  language: Language,
  { hasAmount }: { hasAmount: boolean },
): NonNullable<Letter['rows']> {
  const texts = textsFor(language)(refundTexts)
  const { day, amount } = wordsIn(language)
  const paid = texts.paidOn(amount(facts.paidCents, facts.currency), day(facts.paidAt))
  // Nobody asked for a refund that a rule made, so its reason says why there is one.
  const isExplained = facts.origin === 'rule' && facts.reason !== ''
  return [
    [texts.membership, texts.planOfPage(facts.planName, facts.pageName)],
    ...(isExplained ? [[texts.reason, facts.reason] as const] : []),
    [texts.paid, paid],
    ...(hasAmount ? [[texts.refund, amountOf(facts, language)] as const] : []),
    ...(facts.decisionNote === '' ? [] : [[texts.note, facts.decisionNote] as const]),
  ]
}

function whatWillEnd(
  { isPaidOn, refundedCents, paidCents, hasEnded }: RefundFacts,
  language: Language,
): string {
  const texts = textsFor(language)(refundTexts)
  if (isPaidOn) return texts.nothingElse
  if (hasEnded) return texts.ended
  return refundedCents === paidCents ? texts.accessUntilGone : texts.goesOn
}

function whatHasEnded(facts: RefundFacts, language: Language): string[] {
  const texts = textsFor(language)(refundTexts)
  const { isPaidOn, hasEndedPlan, hasEnded, leftPlanName, leftUntil, planName } = facts
  if (isPaidOn) return [texts.nothingElse]
  const more = facts.hasMoreToReturn ? [texts.moreToReturn] : []
  if (!hasEndedPlan)
    return [hasEnded ? texts.ended : facts.returnedCents < facts.paidCents ? texts.goesOn : texts.nothingElse]
  if (leftPlanName === null || leftUntil === null) return [texts.ended, ...more]
  const day = wordsIn(language).day(leftUntil)
  return [texts.backOn({ plan: planName, left: leftPlanName, day }), texts.endsThen, ...more]
}

/** Tells a supporter that their card can't take the refund, and how they get it anyway. */
export function refundTransferLetter(facts: RefundFacts, publicUrl: string, language: Language): Letter {
  const { transfer: texts } = textsFor(language)(refundTexts)
  const amount = amountOf(facts, language)
  return letterTo(toMember(facts), language, {
    why: 'membership',
    subject: texts.subject(amount),
    paragraphs: [texts.notToCard({ amount, plan: facts.planName, page: facts.pageName }), texts.tellUs],
    action: { label: texts.writeToUs, url: `${publicUrl}/contact` },
  })
}

/** The result of a failed refund: nothing changed, ended access was restored, or it couldn't be restored. */
export type Standing = keyof typeof refundTexts.failed.standing

/** Tells a supporter that the money did not go, and that nothing has changed for them. */
export function refundFailedLetter(
  facts: RefundFacts,
  standing: Standing,
  publicUrl: string,
  language: Language,
): Letter {
  const { failed: texts } = textsFor(language)(refundTexts)
  const amount = amountOf(facts, language)
  return letterTo(toMember(facts), language, {
    why: 'membership',
    subject: texts.subject(amount),
    paragraphs: [
      texts.notAccepted({ amount, plan: facts.planName, page: facts.pageName }),
      texts.standing[standing],
      facts.isDisputed ? texts.bankDecides : texts.askAgain(String(REFUND_WINDOW_DAYS)),
    ],
    action: yourPayments(publicUrl, language),
  })
}
