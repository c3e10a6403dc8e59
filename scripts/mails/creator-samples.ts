import type { MediumKind } from '#contract/media/rules.ts'
import { heldBackLetter } from '#server/domains/notifications/held-back-letters.ts'
import { type LossFacts, lossLetter, notPreparedLetter } from '#server/domains/notifications/media-letters.ts'
import { payoutDetailsLetter, payoutLetter } from '#server/domains/notifications/payout-emails.ts'

import { ASHA, on, type Sample, samplesFor, SITE } from './sample.ts'

const payout = {
  ownerName: ASHA.name,
  ownerEmail: ASHA.email,
  currency: 'USD',
  amountCents: 124_050,
  method: 'bank',
  hint: 'HDFC •••• 4821',
  bankReference: '',
  failureReason: '',
  holdReason: null,
  heldUntil: null,
}
const draft = { ...ASHA, handle: 'asha', postId: '0197a3c2-5d10-7c44-9a55-2f6f0c1be018' }
const loss: LossFacts = {
  ...ASHA,
  kind: 'image',
  fileName: null,
  failure: null,
  sentAt: on('2026-02-14'),
  isInPost: true,
  isPlayable: false,
}

const KINDS: Record<MediumKind, string> = { image: 'a picture', video: 'a video', audio: 'an audio file' }

const mediaSamples: Sample[] = Object.entries(KINDS).flatMap(([name, word]) => {
  const facts: LossFacts = { ...loss, kind: name as MediumKind }
  return samplesFor('creators', {
    [`lost-${name}`]: [
      `Our copy of ${word} is damaged.`,
      (language) => lossLetter({ ...facts, isInPost: name !== 'audio' }, SITE, language),
    ],
    [`not-prepared-${name}`]: [
      `What was uploaded, ${word}, can’t be prepared.`,
      (language) => notPreparedLetter(facts, SITE, language),
    ],
    [`as-uploaded-${name}`]: [
      `What was uploaded, ${word}, is shown as it is only.`,
      (language) => notPreparedLetter({ ...facts, isPlayable: true }, SITE, language),
    ],
  })
})

const file: LossFacts = {
  ...loss,
  kind: 'file',
  fileName: 'chords.pdf',
  failure: 'It contains a virus (Eicar-Test-Signature).',
}

export const creatorSamples = [
  ...samplesFor('creators', {
    'held-back': [
      'A scheduled post is due, but its plan is no longer offered.',
      (language) => heldBackLetter({ ...draft, title: 'How I record at home' }, SITE, language),
    ],
    'held-back-untitled': [
      'The same, of a post without a title.',
      (language) => heldBackLetter({ ...draft, title: null }, SITE, language),
    ],
    'payout-details': [
      'A creator changes where they are paid.',
      (language) => payoutDetailsLetter({ ...payout, heldUntil: on('2026-03-17') }, SITE, language),
    ],
    'first-payout-details': [
      'A creator says for the first time where to pay them.',
      (language) => payoutDetailsLetter({ ...payout, heldUntil: null }, SITE, language),
    ],
    'payout-requested': [
      'A creator requests a payout.',
      (language) => payoutLetter(payout, 'requested', SITE, language),
    ],
    'payout-paid': [
      'A payout arrives.',
      (language) => payoutLetter({ ...payout, bankReference: 'HDFCN52026031712' }, 'paid', SITE, language),
    ],
    'payout-held': [
      'The staff holds a payout.',
      (language) =>
        payoutLetter(
          {
            ...payout,
            holdReason: 'Three of your supporters say that they never joined. We are asking their banks.',
            heldUntil: on('2026-03-28'),
          },
          'held',
          SITE,
          language,
        ),
    ],
    'payout-released': [
      'Two people on the staff let a payout go on.',
      (language) => payoutLetter(payout, 'released', SITE, language),
    ],
    'payout-failed': [
      'A payout can’t be made, or the staff refuses it.',
      (language) =>
        payoutLetter(
          { ...payout, failureReason: 'The account is held in another name.' },
          'failed',
          SITE,
          language,
        ),
    ],
    'payout-reversed': [
      'A bank returns a payout.',
      (language) =>
        payoutLetter({ ...payout, failureReason: 'The account is closed.' }, 'reversed', SITE, language),
    ],
    'lost-file': [
      'Our copy of a file is damaged.',
      (language) => lossLetter({ ...file, failure: null }, SITE, language),
    ],
    'refused-file': [
      'A file that was uploaded holds a virus.',
      (language) => notPreparedLetter(file, SITE, language),
    ],
  }),
  ...mediaSamples,
]
