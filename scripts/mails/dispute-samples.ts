import {
  type DisputeFacts,
  disputeAnsweredLetter,
  disputeLetter,
  disputeLostLetter,
} from '#server/domains/notifications/dispute-emails.ts'

import { ASHA, on, RAVI, type Sample, samplesFor, SITE } from './sample.ts'

const dispute: DisputeFacts = {
  status: 'open',
  currency: 'USD',
  amountCents: 999,
  respondBy: on('2026-03-20'),
  keptCents: 999,
  paidAt: on('2026-02-14'),
  memberName: RAVI.name,
  memberEmail: RAVI.email,
  pageName: 'Asha Plays',
  ownerName: ASHA.name,
  ownerEmail: ASHA.email,
  planName: 'Tipsy',
}

const STATUSES: Record<DisputeFacts['status'], string> = {
  suspected: 'A bank suspects fraud.',
  cleared: 'A bank’s suspicion of fraud ends.',
  open: 'A bank disputes a payment.',
  won: 'A dispute is won.',
  closed: 'A bank drops a dispute.',
  lost: 'A dispute is lost.',
}

const states: Sample[] = Object.entries(STATUSES).map(([name, when]) => ({
  name: `dispute-${name}`,
  audience: 'creators',
  when,
  write: (language) => {
    const status = name as DisputeFacts['status']
    return disputeLetter({ ...dispute, status }, SITE, language)
  },
}))

export const disputeSamples = [
  ...states,
  ...samplesFor('creators', {
    'dispute-answered': [
      'The staff answered a bank, and the provider took the answer.',
      (language) => disputeAnsweredLetter(dispute, SITE, language),
    ],
    'dispute-suspected-refunded': [
      'A bank suspects fraud in a payment that has been refunded.',
      (language) => disputeLetter({ ...dispute, status: 'suspected', keptCents: 0 }, SITE, language),
    ],
  }),
  ...samplesFor('members', {
    'payment-taken-back': [
      'A member’s bank takes a payment back.',
      (language) => disputeLostLetter({ ...dispute, status: 'lost' }, SITE, language),
    ],
  }),
]
