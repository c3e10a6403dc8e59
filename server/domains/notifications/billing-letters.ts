import { formatMonth } from '#contract/dates.ts'
import type { Language } from '#contract/languages.ts'
import { pricePerIntervalCents } from '#contract/plans/pricing.ts'
import { graceEnd } from '#contract/subscriptions/engine/access.ts'
import type { NoticeKind } from '#server/domains/subscriptions/events.ts'
import { type Letter, letterTo } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import type { BillingFacts } from './billing-facts.ts'
import { billingTexts } from './billing-messages.ts'
import { disputeOver, pageBack, pageSuspended, paymentDisputed } from './hold-letters.ts'
import { wordsIn } from './words.ts'

/** The letters to a member about the billing of one membership. */
export function billingLetter(
  kind: NoticeKind,
  facts: BillingFacts,
  publicUrl: string,
  language: Language,
): Letter {
  const { subject, paragraphs, label, footnote } = LETTERS[kind](facts, language)
  const texts = textsFor(language)(billingTexts)
  return letterTo({ name: facts.memberName, address: facts.memberEmail }, language, {
    why: 'membership',
    subject,
    paragraphs,
    action: { label: label ?? texts.seeSubscriptions, url: `${publicUrl}/subscriptions` },
    footnote: footnote ?? texts.neverCharged,
  })
}

interface Said {
  subject: string
  paragraphs: string[]
  /** By default the list of subscriptions. */
  label?: string
  footnote?: string
}

const LETTERS: Record<NoticeKind, (facts: BillingFacts, language: Language) => Said> = {
  renewal_ahead: renewalAhead,
  payment_failed: paymentFailed,
  grace_ending: graceEnding,
  paused,
  recovered,
  card_expiring: cardExpiring,
  price_change: priceChange,
  price_lowered: priceLowered,
  price_restored: priceRestored,
  changed,
  page_suspended: pageSuspended,
  page_back: pageBack,
  payment_disputed: paymentDisputed,
  dispute_over: disputeOver,
}

function renewalAhead(facts: BillingFacts, language: Language): Said {
  const { pageName: page, carriedCents, cardNetwork, cardLastDigits, upiId } = facts
  const { renewalAhead: texts } = textsFor(language)(billingTexts)
  const { day, amount, comingAmount } = wordsIn(language)
  const renewal = {
    page,
    plan: facts.nextPlanName ?? facts.planName,
    day: day(facts.nextChargeAt),
    price: comingAmount(facts),
  }
  return {
    subject: texts.subject(page, renewal.day),
    paragraphs: [
      texts.renews[facts.nextInterval ?? facts.interval](renewal),
      ...(carriedCents > 0 ? [texts.carried(amount(carriedCents, facts.currency))] : []),
      ...(upiId !== null
        ? [texts.toUpi(upiId)]
        : cardNetwork !== null && cardLastDigits !== null
          ? [texts.toCard(cardNetwork, cardLastDigits)]
          : []),
      texts.nothingToDo,
    ],
  }
}

function paymentFailed(facts: BillingFacts, language: Language): Said {
  const texts = textsFor(language)(billingTexts)
  const { day, amount } = wordsIn(language)
  return {
    subject: texts.failed.subject(facts.pageName),
    paragraphs: [
      texts.failed.triedAgain({
        price: amount(facts.priceCents, facts.currency),
        plan: facts.planName,
        day: day(graceEnd(facts.accessUntil)),
      }),
      facts.upiId === null ? texts.failed.withCard : texts.failed.withUpi,
    ],
    label: facts.upiId === null ? texts.chooseOtherCard : texts.chooseCard,
  }
}

function graceEnding(facts: BillingFacts, language: Language): Said {
  const texts = textsFor(language)(billingTexts)
  const lastDay = wordsIn(language).day(graceEnd(facts.accessUntil))
  return {
    subject: texts.graceEnding.subject(facts.pageName, lastDay),
    paragraphs: [
      texts.graceEnding.stillFailed({ page: facts.pageName, plan: facts.planName, day: lastDay }),
      facts.upiId === null ? texts.graceEnding.withCard : texts.graceEnding.withUpi,
    ],
    label: facts.upiId === null ? texts.chooseOtherCard : texts.chooseCard,
  }
}

function paused(facts: BillingFacts, language: Language): Said {
  const texts = textsFor(language)(billingTexts)
  const { subject, withCard, withUpi, placeKept } = texts.paused
  return {
    subject: subject(facts.pageName),
    paragraphs: [
      (facts.upiId === null ? withCard : withUpi)(facts.planName, facts.pageName),
      placeKept(wordsIn(language).price(facts.priceCents, facts)),
    ],
    label: texts.reactivate,
  }
}

function recovered(facts: BillingFacts, language: Language): Said {
  const { recovered: texts } = textsFor(language)(billingTexts)
  return {
    subject: texts.subject(facts.pageName),
    paragraphs: [texts.open(facts.planName, wordsIn(language).day(facts.accessUntil))],
  }
}

function cardExpiring(facts: BillingFacts, language: Language): Said {
  const texts = textsFor(language)(billingTexts)
  const { subject, stopsAfter, stopsSoon, card, chooseBefore } = texts.cardExpiring
  const { pageName: page, planName: plan, cardExpiresAt, cardNetwork, cardLastDigits } = facts
  return {
    subject: subject(page),
    paragraphs: [
      cardExpiresAt === null
        ? stopsSoon(plan, page)
        : stopsAfter({ plan, page, month: formatMonth(lastMomentBefore(cardExpiresAt), language) }),
      ...(cardNetwork === null || cardLastDigits === null ? [] : [card(cardNetwork, cardLastDigits)]),
      chooseBefore(wordsIn(language).day(facts.nextChargeAt)),
    ],
    label: texts.chooseOtherCard,
  }
}

function priceChange(facts: BillingFacts, language: Language): Said {
  const { priceChange: texts } = textsFor(language)(billingTexts)
  const { day, price } = wordsIn(language)
  const { pageName: page, planName: plan, priceCents, interval, offeredPriceCents } = facts
  const offered = price(pricePerIntervalCents(offeredPriceCents ?? priceCents, interval), facts)
  return {
    subject: texts.subject(plan, page),
    paragraphs: [
      texts.offer({ page, plan, offered, price: price(priceCents, facts) }),
      texts.otherwise(day(facts.offerEndsAt ?? facts.accessUntil)),
    ],
    label: texts.look,
  }
}

function priceLowered(facts: BillingFacts, language: Language): Said {
  const { priceLowered: texts } = textsFor(language)(billingTexts)
  const { day, amount, comingPrice } = wordsIn(language)
  const { pageName: page, planName: plan, carriedCents } = facts
  return {
    subject: texts.subject(plan, page),
    paragraphs: [
      texts.from({ plan, day: day(facts.nextChargeAt), price: comingPrice(facts) }),
      ...(carriedCents > 0 ? [texts.carried(amount(carriedCents, facts.currency))] : []),
    ],
    footnote: texts.difference,
  }
}

function priceRestored(facts: BillingFacts, language: Language): Said {
  const { priceRestored: texts } = textsFor(language)(billingTexts)
  const { day, comingPrice } = wordsIn(language)
  const { pageName: page, planName: plan } = facts
  return {
    subject: texts.subject(plan, page),
    paragraphs: [texts.from({ plan, page, day: day(facts.nextChargeAt), price: comingPrice(facts) })],
  }
}

function changed(facts: BillingFacts, language: Language): Said {
  const { changed: texts } = textsFor(language)(billingTexts)
  const { day, amount, price } = wordsIn(language)
  const { pageName, planName: plan, nextPlanName, nextFrom, nextChargeAt, carriedCents } = facts
  const subject = texts.subject(pageName)
  if (nextPlanName !== null && nextFrom !== null)
    return { subject, paragraphs: [texts.later({ day: day(nextFrom), next: nextPlanName, plan })] }
  return {
    subject,
    paragraphs: [
      texts.now({ plan, price: price(facts.priceCents, facts), day: day(nextChargeAt) }),
      ...(carriedCents > 0 ? [texts.carried(amount(carriedCents, facts.currency))] : []),
    ],
  }
}

/** A card stops working at the end of its last month. */
function lastMomentBefore(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() - 1)
}
