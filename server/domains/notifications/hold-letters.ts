import type { Language } from '#contract/languages.ts'
import { REFUND_WINDOW_DAYS } from '#contract/payments/refund-window.ts'
import { SUSPENSION_RETURN_DAYS } from '#contract/site/policy.ts'
import { textsFor } from '#server/platform/texts.ts'

import type { BillingFacts } from './billing-facts.ts'
import { billingTexts } from './billing-messages.ts'
import { holdTexts } from './hold-messages.ts'
import { wordsIn } from './words.ts'

/* What members are told while their renewals are stopped, and once they go on. */

interface Said {
  subject: string
  paragraphs: string[]
  label?: string
  footnote: string
}

export function pageSuspended(facts: BillingFacts, language: Language): Said {
  const { pageSuspended: texts } = textsFor(language)(holdTexts)
  const { day } = wordsIn(language)
  const since = facts.suspendedAt ?? facts.accessUntil
  const returnedOn = day(new Date(since.getTime() + SUSPENSION_RETURN_DAYS * 86_400_000))
  return {
    subject: texts.subject(facts.pageName),
    paragraphs: [texts.suspended(facts.pageName, facts.planName), texts.otherwise(returnedOn, day(since))],
    footnote: texts.refund(String(REFUND_WINDOW_DAYS)),
  }
}

export function pageBack(facts: BillingFacts, language: Language): Said {
  const { pageBack: texts } = textsFor(language)(holdTexts)
  const { sentences, label } = howItGoesOn(facts, language)
  return {
    subject: texts.subject(facts.pageName),
    paragraphs: [texts.available(facts.pageName), ...sentences],
    label,
    footnote: texts.nothingCharged,
  }
}

export function paymentDisputed(facts: BillingFacts, language: Language): Said {
  const { disputed: texts } = textsFor(language)(holdTexts)
  const { pageName: page } = facts
  const day = wordsIn(language).day(facts.accessUntil)
  const payment = disputedPaymentOf(facts, language)
  return {
    subject: texts.subject(page),
    paragraphs: [
      payment === null ? texts.somePayment(page, day) : texts.payment({ ...payment, page, day }),
      texts.whatFollows,
    ],
    footnote: texts.notMeant,
  }
}

export function disputeOver(facts: BillingFacts, language: Language): Said {
  const { disputeOver: texts } = textsFor(language)(holdTexts)
  const { pageName: page } = facts
  const payment = disputedPaymentOf(facts, language)
  const { sentences, label } = howItGoesOn(facts, language)
  return {
    subject: texts.subject(page),
    paragraphs: [
      payment === null ? texts.somePayment(page) : texts.payment({ ...payment, page }),
      ...sentences,
    ],
    label,
    footnote: texts.nothingCharged,
  }
}

/** The future of a membership whose renewals were stopped, and its button's label. */
function howItGoesOn(facts: BillingFacts, language: Language): { sentences: string[]; label: string } {
  const { goesOn: texts } = textsFor(language)(holdTexts)
  const labels = textsFor(language)(billingTexts)
  const { day, amount, comingPrice } = wordsIn(language)
  const isRunning = facts.status === 'active' || facts.status === 'past_due'
  if (!isRunning) return { sentences: [texts.notActive], label: labels.reactivate }
  if (facts.cancelAtPeriodEnd) return { sentences: [texts.ends(day(facts.accessUntil))], label: labels.keep }
  const next = { price: comingPrice(facts), plan: facts.planName, day: day(facts.nextChargeAt) }
  const { carriedCents, currency } = facts
  const carried = carriedCents > 0 ? [texts.carried(amount(carriedCents, currency))] : []
  return { sentences: [texts.continues(next), ...carried], label: labels.seeSubscriptions }
}

function disputedPaymentOf(
  { disputedCents, disputedCurrency, disputedPaidAt, currency }: BillingFacts,
  language: Language,
): { amount: string; paidOn: string } | null {
  if (disputedCents === null || disputedPaidAt === null) return null
  const { amount, day } = wordsIn(language)
  return { amount: amount(disputedCents, disputedCurrency ?? currency), paidOn: day(disputedPaidAt) }
}
