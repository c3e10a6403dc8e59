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
  id: '0197a3c2-5d10-7c44-9a55-2f6f0c1be043',
  number: 507,
  kind: 'content',
  urgency: 'listed',
  name: RAVI.name,
  encryptedEmail: Buffer.alloc(0),
  userId: null,
  text: 'My song stands on somebody else’s page.',
  url: `${SITE}/asha/posts/start-here`,
  openedAt: on('2026-03-01'),
  dueAt: on('2026-03-03'),
  alarmStage: 0,
  answeredAt: on('2026-03-02'),
  answer: 'You were right, and the post is gone.\n\nThank you for telling us.',
}

export const grievanceSamples = [
  ...samplesFor('accounts', {
    'grievance-acknowledged': [
      'Somebody writes to the grievance officer.',
      (language) => acknowledgementLetter(to, { row, url: `${SITE}/grievance/507/${TOKEN}` }, language),
    ],
    'grievance-answered': [
      'The staff answers a grievance.',
      (language) => answerLetter(to, { row, officer: 'Meera Das', email: OPERATOR.email }, language),
    ],
  }),
  ...samplesFor('operators', {
    'grievance-waits': [
      'Somebody writes to the grievance officer.',
      (language) => deskLetter(desk, { row, stage: 0 }, language),
    ],
    'grievance-late': [
      'A grievance was not answered in time.',
      (language) => deskLetter(desk, { row, stage: 100 }, language),
    ],
  }),
]
