import {
  acknowledgementLetter,
  answerLetter,
  deskLetter,
} from '#server/domains/enforcement/grievances/grievance-letters.ts'
import type { GrievanceRow } from '#server/domains/enforcement/grievances/grievance-queries.ts'

import { on, OPERATOR, RAVI, type Sample, samplesFor, SITE } from './sample.ts'

const to = { name: RAVI.name, address: RAVI.email }
const officer = { name: OPERATOR.name, address: 'grievance@cheers.example' }
const row: GrievanceRow = {
  id: '0197a3c2-5d10-7c44-9a55-2f6f0c1be042',
  number: 17,
  kind: 'content',
  urgency: 'ordinary',
  name: RAVI.name,
  encryptedEmail: Buffer.alloc(0),
  userId: null,
  text: 'A page uses my photographs without asking.',
  url: `${SITE}/asha`,
  openedAt: on('2026-03-01'),
  dueAt: on('2026-03-16'),
  alarmStage: 0,
  answeredAt: on('2026-03-04'),
  answer: 'Thank you for writing to us.\n\nWe have asked the creator to take the photographs down by Friday.',
}

const waiting =
  (stage: number): Parameters<typeof samplesFor>[1][string][1] =>
  (language) =>
    deskLetter(officer, { row, stage }, language)

export const grievanceSamples: readonly Sample[] = [
  ...samplesFor('members', {
    'grievance-acknowledged': [
      'Somebody writes to the grievance officer.',
      (language) => acknowledgementLetter(to, { row, url: `${SITE}/grievance/17` }, language),
    ],
    'grievance-answered': [
      'The grievance officer answers.',
      (language) => answerLetter(to, { row, officer: 'Meera Iyer', email: officer.address }, language),
    ],
  }),
  ...samplesFor('operators', {
    'grievance-waits': ['Somebody writes to the grievance officer.', waiting(0)],
    'grievance-half': ['Half the time to answer is over.', waiting(50)],
    'grievance-soon': ['A fifth of the time to answer is left.', waiting(80)],
    'grievance-late': ['A grievance was not answered in time.', waiting(100)],
  }),
]
