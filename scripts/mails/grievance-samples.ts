import {
  acknowledgementLetter,
  answerLetter,
  deskLetter,
} from '#server/domains/enforcement/grievances/grievance-letters.ts'
import type { GrievanceRow } from '#server/domains/enforcement/grievances/grievance-queries.ts'

import { on, OPERATOR, RAVI, samplesFor, SITE, TOKEN } from './sample.ts'

const to = { name: RAVI.name, address: RAVI.email }
const desk = { name: OPERATOR.name, address: 'operations@cheers.example' }
const row: GrievanceRow = {
  id: '0197a3c2-5d10-7c44-9a55-2f6f0c1be501',
  number: 501,
  kind: 'other',
  urgency: 'ordinary',
  name: RAVI.name,
  encryptedEmail: Buffer.alloc(0),
  userId: null,
  text: 'A picture of me is on a page without my consent.',
  url: '',
  openedAt: on('2026-03-01'),
  dueAt: on('2026-03-16'),
  alarmStage: 0,
  answeredAt: null,
  answer:
    'Thank you for your patience. The picture was removed on 2 March.\n\nThe page that showed it has been warned.',
}

export const grievanceSamples = [
  ...samplesFor('accounts', {
    'grievance-received': [
      'Somebody writes to the grievance desk.',
      (language) => acknowledgementLetter(to, { row, url: `${SITE}/grievance/${TOKEN}` }, language),
    ],
    'grievance-answered': [
      'The staff answers a grievance.',
      (language) => answerLetter(to, { row, officer: 'Dev Kapoor', email: OPERATOR.email }, language),
    ],
  }),
  ...samplesFor('operators', {
    'grievance-waits': [
      'Somebody writes to the grievance desk.',
      (language) => deskLetter(desk, { row, stage: 0, url: `${SITE}/staff/grievances` }, language),
    ],
    'grievance-late': [
      'A grievance was not answered in time.',
      (language) => deskLetter(desk, { row, stage: 100, url: `${SITE}/staff/grievances` }, language),
    ],
  }),
]
