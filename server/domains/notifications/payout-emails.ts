import type { Language } from '#contract/languages.ts'
import { payoutMethodNames } from '#contract/payouts/messages.ts'
import { BANK_TRANSFER_BUSINESS_DAYS } from '#contract/payouts/rules.ts'
import { type Letter, letterTo } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import { payoutTexts } from './payout-messages.ts'
import { wordsIn } from './words.ts'

export interface DetailsFacts {
  ownerName: string
  ownerEmail: string
  method: string
  hint: string
  heldUntil: Date | null
}

export interface PayoutFacts {
  ownerName: string
  ownerEmail: string
  currency: string
  amountCents: number
  method: string
  hint: string
  bankReference: string
  failureReason: string
  /** Of the last time the staff held it; null: never. */
  holdReason: string | null
  heldUntil: Date | null
}

/** The line that says which account it is. */
function accountOf({ method, hint }: { method: string; hint: string }, language: Language): [string, string] {
  const texts = textsFor(language)(payoutTexts)
  return [texts.account, texts.whereTo(methodIn(language, method), hint)]
}

/** The name of a way to be paid. */
function methodIn(language: Language, method: string): string {
  const names: Record<string, string> = textsFor(language)(payoutMethodNames)
  return names[method] ?? method
}

/**
 * Tells a page's owner where it is paid from now on, at first and after each change, while there is time to stop it.
 */
export function payoutDetailsLetter(facts: DetailsFacts, publicUrl: string, language: Language): Letter {
  const { details: texts, yourPayouts } = textsFor(language)(payoutTexts)
  const contactUrl = `${publicUrl}/contact`
  return letterTo({ name: facts.ownerName, address: facts.ownerEmail }, language, {
    why: 'page',
    subject: texts.subject,
    paragraphs: [
      texts.goTo,
      ...(facts.heldUntil ? [texts.held(wordsIn(language).day(facts.heldUntil))] : []),
      texts.notYou(contactUrl),
    ],
    rows: [accountOf(facts, language)],
    addresses: [contactUrl],
    action: { label: yourPayouts, url: `${publicUrl}/payout` },
  })
}

/** Tells a creator the status of a payout; null for steps in between. */
export function payoutLetter(
  facts: PayoutFacts,
  status: string,
  publicUrl: string,
  language: Language,
): Letter | null {
  const texts = textsFor(language)(payoutTexts)
  const statuses: Partial<Record<string, (typeof texts.statuses)[keyof typeof texts.statuses]>> =
    texts.statuses
  const said = statuses[status]
  if (said === undefined) return null
  const payout = {
    amount: wordsIn(language).amount(facts.amountCents, facts.currency),
    days: BANK_TRANSFER_BUSINESS_DAYS,
    until: facts.heldUntil === null ? '' : wordsIn(language).day(facts.heldUntil),
  }
  const reason = status === 'held' ? (facts.holdReason ?? '') : facts.failureReason
  const rows = [
    accountOf(facts, language),
    ...(facts.bankReference === '' ? [] : [[texts.bankReference, facts.bankReference] as const]),
    ...(reason === '' ? [] : [[texts.reason, reason] as const]),
  ]
  return letterTo({ name: facts.ownerName, address: facts.ownerEmail }, language, {
    why: 'page',
    subject: said.subject(payout),
    paragraphs: [said.sentence(payout)],
    rows,
    action: { label: texts.yourPayouts, url: `${publicUrl}/payout` },
  })
}
