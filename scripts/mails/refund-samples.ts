import {
  refundAskedLetter,
  refundDecisionLetter,
  refundDoneLetter,
  refundFailedLetter,
  refundTransferLetter,
} from '#server/domains/notifications/refund-emails.ts'
import type { RefundFacts } from '#server/domains/notifications/refund-facts.ts'
import {
  refundDoneNoticeLetter,
  refundFailedNoticeLetter,
  refundNoticeLetter,
  refundRequestLetter,
} from '#server/domains/notifications/refund-notice-emails.ts'

import { ASHA, on, RAVI, samplesFor, SITE } from './sample.ts'

const asked: RefundFacts = {
  status: 'requested',
  origin: 'member',
  decidedBy: null,
  currency: 'USD',
  amountCents: 999,
  paidCents: 999,
  refundedCents: 0,
  returnedCents: 0,
  reason: 'I joined the wrong plan and only noticed when the receipt came.',
  decisionNote: '',
  paidAt: on('2026-02-14'),
  memberName: RAVI.name,
  memberEmail: RAVI.email,
  ownerName: ASHA.name,
  ownerEmail: ASHA.email,
  pageName: 'Asha Plays',
  planName: 'Tipsy',
  isPaidOn: false,
  hasEndedPlan: false,
  leftPlanName: null,
  leftUntil: null,
  hasEnded: false,
  isDisputed: false,
  hasMoreToReturn: false,
}
const decisionNote = 'No problem at all. Thank you for trying it!'
const approved: RefundFacts = {
  ...asked,
  status: 'approved',
  decidedBy: 'creator',
  refundedCents: 999,
  decisionNote,
}
const declined: RefundFacts = {
  ...asked,
  status: 'declined',
  decidedBy: 'creator',
  decisionNote: 'You have read most of what this month held, so I would like to keep it.',
}
const part: RefundFacts = { ...approved, amountCents: 500, refundedCents: 500, returnedCents: 500 }
const done: RefundFacts = { ...approved, status: 'processed', returnedCents: 999, hasEndedPlan: true }
const back: RefundFacts = { ...done, leftPlanName: 'Buzzed', leftUntil: on('2026-03-14') }
const failed: RefundFacts = { ...approved, status: 'failed', refundedCents: 0 }
const byRule: RefundFacts = { ...approved, decidedBy: 'rule', decisionNote: '' }
const onClosing: RefundFacts = {
  ...byRule,
  origin: 'rule',
  amountCents: 733,
  refundedCents: 733,
  reason: 'The page closed, and this is for the time that was left.',
  hasEnded: true,
}

export const refundSamples = [
  ...samplesFor('members', {
    'refund-asked': ['A member asks for a refund.', (language) => refundAskedLetter(asked, SITE, language)],
    'refund-approved': [
      'A creator approves a request.',
      (language) => refundDecisionLetter(approved, SITE, language),
    ],
    'refund-approved-in-part': [
      'A creator refunds a part of a payment.',
      (language) => refundDecisionLetter({ ...part, returnedCents: 0 }, SITE, language),
    ],
    'refund-by-rule': [
      'A page stays closed, and the unused time is refunded.',
      (language) => refundDecisionLetter(onClosing, SITE, language),
    ],
    'refund-declined': [
      'A creator declines a request.',
      (language) => refundDecisionLetter(declined, SITE, language),
    ],
    'refund-declined-by-staff': [
      'The staff declines a request.',
      (language) =>
        refundDecisionLetter(
          { ...declined, decidedBy: 'operator', decisionNote: 'The payment is older than fourteen days.' },
          SITE,
          language,
        ),
    ],
    'refund-done': ['A refund has left.', (language) => refundDoneLetter(done, SITE, language)],
    'refund-done-in-part': [
      'A refund of a part has left.',
      (language) => refundDoneLetter(part, SITE, language),
    ],
    'refund-done-of-upgrade': [
      'The refund of an upgrade has left.',
      (language) => refundDoneLetter({ ...back, hasMoreToReturn: true }, SITE, language),
    ],
    'refund-transfer': [
      'A card can’t take a refund.',
      (language) => refundTransferLetter({ ...approved, status: 'manual' }, SITE, language),
    ],
    'refund-failed': [
      'A bank refuses a refund before anything has ended.',
      (language) => refundFailedLetter(failed, 'unchanged', SITE, language),
    ],
    'refund-failed-restored': [
      'A bank returns a refund, and the membership is open again.',
      (language) => refundFailedLetter(failed, 'restored', SITE, language),
    ],
    'refund-failed-over': [
      'A bank returns a refund of time that is over by now.',
      (language) => refundFailedLetter(failed, 'ended', SITE, language),
    ],
  }),
  ...samplesFor('creators', {
    'refund-requested': [
      'A member asks for a refund.',
      (language) => refundRequestLetter(asked, SITE, language),
    ],
    'refund-granted-by-rule': [
      'A request is granted automatically.',
      (language) => refundNoticeLetter(byRule, SITE, language),
    ],
    'refund-granted-by-staff': [
      'The staff refunds a payment.',
      (language) =>
        refundNoticeLetter({ ...approved, origin: 'operator', decidedBy: 'operator' }, SITE, language),
    ],
    'refund-left': [
      'A refund has left, and the membership has ended.',
      (language) => refundDoneNoticeLetter(done, SITE, language),
    ],
    'refund-left-in-part': [
      'A refund of a part has left.',
      (language) => refundDoneNoticeLetter(part, SITE, language),
    ],
    'refund-left-of-upgrade': [
      'The refund of an upgrade has left.',
      (language) => refundDoneNoticeLetter(back, SITE, language),
    ],
    'refund-returned': [
      'A bank refuses a refund.',
      (language) => refundFailedNoticeLetter(failed, SITE, language),
    ],
  }),
]
