import { askedLetter, decidedLetter, roleLetter } from '#server/domains/console/approval-letters.ts'

import { on, OPERATOR, RAVI, samplesFor, SITE } from './sample.ts'

const to = { name: OPERATOR.name, address: 'operations@cheers.example' }
const url = `${SITE}/staff/approvals`
const refund = {
  action: 'refund',
  payload: { amountCents: 60_000, currency: 'USD' },
  subjectName: 'Ravi Menon',
  askedByName: 'Fay Roth',
  decidedByName: null,
  reason: 'Charged twice for the same year; the second charge goes back.',
  note: '',
  outcome: null,
  expiresAt: on('2026-03-21'),
} as const
const release = { ...refund, action: 'payout-release', subjectName: 'Asha Rao' } as const
const grant = { ...refund, action: 'grant-role', payload: { role: 'support' } } as const
const decided = { decidedByName: 'Dev Kapoor', note: 'I looked at both charges.' } as const

export const consoleSamples = samplesFor('operators', {
  'approval-refund': [
    'Somebody on the staff asks for a refund of more than $500.',
    (language) => askedLetter(to, { row: refund, url }, language),
  ],
  'approval-release': [
    'Somebody asks for the release of a payout on hold.',
    (language) => askedLetter(to, { row: release, url }, language),
  ],
  'approval-role': [
    'An operator asks for a role for somebody.',
    (language) => askedLetter(to, { row: grant, url }, language),
  ],
  approved: [
    'A second person agrees.',
    (language) => decidedLetter(to, { row: { ...refund, ...decided, outcome: 'approved' }, url }, language),
  ],
  declined: [
    'A second person declines.',
    (language) => decidedLetter(to, { row: { ...release, ...decided, outcome: 'declined' }, url }, language),
  ],
  'granted-alone': [
    'For a day there was no second operator, and the role is granted.',
    (language) => decidedLetter(to, { row: { ...grant, outcome: 'alone' }, url }, language),
  ],
  'new-role': [
    'Somebody gets a role on the staff.',
    (language) =>
      roleLetter(
        { name: RAVI.name, address: RAVI.email },
        { role: 'support', url: `${SITE}/staff` },
        language,
      ),
  ],
})
