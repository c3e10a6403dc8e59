import { describe, expect, test } from 'vitest'

import type { Language } from '#contract/languages.ts'
import type { Letter } from '#server/platform/mail/layout.ts'

import type { BillingFacts } from './billing-facts.ts'
import { billingLetter } from './billing-letters.ts'
import { type DisputeFacts, disputeLetter, disputeLostLetter } from './dispute-emails.ts'
import { endingLetter, newPostLetter, pageClosedLetter, receiptLetter, welcomeLetter } from './emails.ts'
import { lossLetter, notPreparedLetter } from './media-letters.ts'
import { payoutDetailsLetter, payoutLetter } from './payout-emails.ts'
import {
  refundAskedLetter,
  refundDecisionLetter,
  refundDoneLetter,
  refundFailedLetter,
  refundTransferLetter,
} from './refund-emails.ts'
import type { RefundFacts } from './refund-facts.ts'
import {
  refundDoneNoticeLetter,
  refundFailedNoticeLetter,
  refundNoticeLetter,
  refundRequestLetter,
} from './refund-notice-emails.ts'

const URL = 'https://cheers.example'
const on = (day: string) => new Date(`${day}T12:00:00Z`)

const membership: BillingFacts = {
  memberName: '1',
  memberEmail: '1@example.org',
  pageName: '2',
  handle: '2',
  planName: '3',
  welcomeNote: '',
  interval: 'monthly',
  currency: 'USD',
  priceCents: 999,
  accessUntil: on('2026-03-14'),
  nextChargeAt: on('2026-03-14'),
  isPageLive: true,
  cardNetwork: 'Visa',
  cardLastDigits: '4242',
  upiId: null,
  isCardIndian: false,
  cardExpiresAt: on('2026-04-01'),
  nextPlanName: null,
  nextFrom: null,
  nextPriceCents: null,
  nextInterval: null,
  carriedCents: 0,
  offeredPriceCents: 1200,
  offerEndsAt: on('2026-03-20'),
  status: 'active',
  cancelAtPeriodEnd: false,
  suspendedAt: on('2026-03-01'),
  disputedCents: 999,
  disputedCurrency: 'USD',
  disputedPaidAt: on('2026-02-14'),
}

const memberships: BillingFacts[] = [
  membership,
  { ...membership, interval: 'yearly', upiId: '1@upi', cardNetwork: null, cardLastDigits: null },
  { ...membership, nextPlanName: '4', nextFrom: on('2026-03-14'), cardExpiresAt: null, carriedCents: 40 },
  { ...membership, carriedCents: 40, disputedCents: null, cancelAtPeriodEnd: true, isPageLive: false },
  { ...membership, status: 'canceled', cardNetwork: null },
]

const NOTICES = [
  'renewal_ahead',
  'payment_failed',
  'grace_ending',
  'paused',
  'recovered',
  'card_expiring',
  'price_change',
  'price_lowered',
  'price_restored',
  'changed',
  'page_suspended',
  'page_back',
  'payment_disputed',
  'dispute_over',
] as const

const payment = {
  paymentId: '5',
  receiptYear: 2026,
  receiptNumber: 7,
  amountCents: 999,
  paidAt: on('2026-02-14'),
}
const issuer = { publicUrl: URL, operator: { name: '6', address: '7', email: '8@example.org' } }

const refund: RefundFacts = {
  status: 'approved',
  origin: 'rule',
  decidedBy: 'rule',
  currency: 'USD',
  amountCents: 999,
  paidCents: 999,
  refundedCents: 999,
  returnedCents: 999,
  reason: '9',
  decisionNote: '9',
  paidAt: on('2026-02-14'),
  memberName: '1',
  memberEmail: '1@example.org',
  ownerName: '2',
  ownerEmail: '2@example.org',
  pageName: '2',
  planName: '3',
  isPaidOn: false,
  hasEndedPlan: true,
  leftPlanName: '4',
  leftUntil: on('2026-03-14'),
  hasEnded: false,
  isDisputed: false,
  hasMoreToReturn: true,
}
const refunds: RefundFacts[] = [
  refund,
  { ...refund, status: 'declined', decidedBy: 'operator', leftPlanName: null, origin: 'member' },
  { ...refund, status: 'declined', decidedBy: 'creator', hasEndedPlan: false, isPaidOn: true },
  { ...refund, hasEnded: true },
  { ...refund, isDisputed: true },
]

const dispute: DisputeFacts = {
  status: 'open',
  currency: 'USD',
  amountCents: 999,
  respondBy: on('2026-03-20'),
  keptCents: 999,
  paidAt: on('2026-02-14'),
  memberName: '1',
  memberEmail: '1@example.org',
  pageName: '2',
  ownerName: '2',
  ownerEmail: '2@example.org',
  planName: '3',
}
const disputes = (['suspected', 'cleared', 'open', 'won', 'closed', 'lost'] as const).flatMap((status) => [
  { ...dispute, status },
  { ...dispute, status, respondBy: null },
  { ...dispute, status, keptCents: 0 },
])

const payout = {
  ownerName: '2',
  ownerEmail: '2@example.org',
  currency: 'USD',
  amountCents: 999,
  method: 'bank',
  hint: '•••• 1234',
  bankReference: '9',
  failureReason: '9',
  holdReason: '9',
  heldUntil: on('2026-03-14'),
}

const loss = {
  name: '1',
  email: '1@example.org',
  sentAt: on('2026-02-14'),
  isInPost: true,
  isPlayable: false,
  fileName: null,
  failure: null,
} as const
const losses = (['image', 'video', 'audio'] as const).flatMap((kind) => [
  { ...loss, kind },
  { ...loss, kind, isInPost: false },
  { ...loss, kind, isPlayable: true },
])
const fileLoss = { ...loss, kind: 'file', fileName: '3', failure: '4' } as const

/** Every letter of this domain in one language, in each of its variants. */
function lettersIn(language: Language): Letter[] {
  const now = on('2026-03-01')
  const closing = { closedAt: now, returnsOn: on('2026-03-31'), returnedCents: 500 }
  const links = { publicUrl: URL, unsubscribeUrl: `${URL}/unsubscribe` }
  return [
    ...memberships.flatMap((facts) => [
      ...NOTICES.map((kind) => billingLetter(kind, facts, URL, language)),
      welcomeLetter({ ...facts, ...payment }, issuer, language),
      receiptLetter({ ...facts, ...payment }, issuer, language),
      pageClosedLetter(facts, closing, URL, language),
      pageClosedLetter(facts, null, URL, language),
      ...(['plan', 'next_plan', 'block', 'price', 'creator'] as const).flatMap((reason) => [
        endingLetter(facts, { reason, now }, URL, language),
        endingLetter(facts, { reason, planName: '4', now: on('2026-05-01') }, URL, language),
      ]),
      ...(['published', 'opened', 'several-opened'] as const).flatMap((news) =>
        [true, false].flatMap((isMember) =>
          ['Rain on a tin roof', null].map((title) =>
            newPostLetter({ ...facts, postId: '5', slug: null, title, news, isMember }, links, language),
          ),
        ),
      ),
    ]),
    ...refunds.flatMap((facts) => [
      refundAskedLetter(facts, URL, language),
      refundDecisionLetter(facts, URL, language),
      refundDoneLetter(facts, URL, language),
      refundTransferLetter(facts, URL, language),
      refundFailedLetter(facts, 'ended', URL, language),
      refundRequestLetter(facts, URL, language),
      refundNoticeLetter(facts, URL, language),
      refundDoneNoticeLetter(facts, URL, language),
      refundFailedNoticeLetter(facts, URL, language),
    ]),
    ...disputes.map((facts) => disputeLetter(facts, URL, language)),
    disputeLostLetter(dispute, URL, language),
    payoutDetailsLetter(payout, URL, language),
    payoutDetailsLetter({ ...payout, heldUntil: null }, URL, language),
    ...['requested', 'held', 'released', 'paid', 'failed', 'reversed'].flatMap((status) => {
      const letter = payoutLetter(payout, status, URL, language)
      return letter === null ? [] : [letter]
    }),
    ...[...losses, fileLoss, { ...fileLoss, isInPost: false }].flatMap((facts) => [
      lossLetter(facts, URL, language),
      notPreparedLetter(facts, URL, language),
    ]),
  ]
}

function textsOf(letter: Letter): string[] {
  const { subject, greeting, paragraphs, action, rows = [], footnote = '' } = letter
  return [subject, greeting, ...paragraphs, action?.label ?? '', ...rows.map(([label]) => label), footnote]
}

describe('letters', () => {
  test('are made of whole sentences with parameters, in every variant', () => {
    // A price and a way to be paid are parameters with words of their own.
    const [price, method] = [/⟦\$[\d.]+\/[^⟧]*⟧/g, /⟦Ɓáñķ áççóúñţ[^⟧]*⟧/g]
    const glued = lettersIn('pseudo')
      .flatMap(textsOf)
      .map((text) => text.replace(price, '').replace(method, '').replaceAll('\u200F', ''))
      .filter((text) => text !== '' && !/^⟦[^⟦⟧]*⟧$/.test(text))
    expect(glued).toEqual([])
  })

  test('give days and amounts to the sentences, as the language of the mail writes them', () => {
    const texts = lettersIn('pseudo').flatMap(textsOf).join('\n')
    expect(texts).toContain('14 March 2026')
    expect(texts).toContain('$9.99')
    expect(texts).not.toMatch(/Ḿáŕçĥ 2026/)
  })

  test('leave nothing out in English', () => {
    const [letter] = lettersIn('en')
    expect(letter?.subject).toBe('Your membership with 2 renews on 14 March 2026')
    expect(letter?.paragraphs).toEqual([
      'Your 3 plan for 2 renews on 14 March 2026 for another month: $9.99.',
      'It is charged to your Visa card ending in 4242.',
      'There is nothing you need to do. If you would rather not continue, you can cancel before that day in two taps.',
    ])
    expect(lettersIn('en').flatMap(textsOf).join('')).not.toMatch(/undefined|null|NaN|⟦/)
  })
})
