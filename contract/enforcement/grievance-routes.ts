import * as z from 'zod/mini'

import { listInput, moment, requiredText } from '../fields.ts'
import { route } from '../http/route.ts'
import { enforcementFailures as failures } from './failures.ts'
import { grievanceForm } from './grievance-form.ts'
import { enforcementMessages as messages } from './messages.ts'
import { GRIEVANCE_KINDS, GRIEVANCE_MAX_LENGTH, URGENCIES } from './rules.ts'

/** What people name a grievance by. */
const number = z.pipe(
  z.union([z.int().check(z.positive()), z.string().check(z.regex(/^\d{1,9}$/))]),
  z.transform(Number),
)

export const fileGrievance = route({
  method: 'POST',
  path: '/grievances',
  caller: 'anyone',
  summary:
    'Writes to the grievance officer, five times a day at most. It is acknowledged at once, by mail too, with the day of the answer.',
  input: grievanceForm,
  output: z.object({
    number: z.number(),
    /** Of the page where it can be followed; whoever has it reads the answer. */
    token: z.string(),
    dueAt: moment,
  }),
  failures: [],
})

export const getGrievance = route({
  method: 'GET',
  path: '/grievances/:number',
  caller: 'anyone',
  summary: 'What became of a grievance, for whoever has its link.',
  input: z.object({ number, token: z.string().check(z.maxLength(100)) }),
  output: z.object({
    number: z.number(),
    kind: z.enum(GRIEVANCE_KINDS),
    text: z.string(),
    openedAt: moment,
    dueAt: moment,
    answeredAt: z.nullable(moment),
    answer: z.string(),
  }),
  failures: [failures.grievance_not_found],
})

export const listGrievances = route({
  method: 'GET',
  path: '/staff/grievances',
  caller: 'staff:cases',
  summary:
    'Grievances without an answer, those due first. Addresses stay with us: answers are mailed through us.',
  input: z.object({ limit: listInput.limit }),
  output: z.array(
    z.object({
      number: z.number(),
      kind: z.enum(GRIEVANCE_KINDS),
      urgency: z.enum(URGENCIES),
      name: z.string(),
      hasAccount: z.boolean(),
      text: z.string(),
      url: z.string(),
      openedAt: moment,
      dueAt: moment,
    }),
  ),
  failures: [],
})

export const answerGrievance = route({
  method: 'POST',
  path: '/staff/grievances/:number/answer',
  caller: 'staff:cases',
  stepUp: 'always',
  summary: 'Answers a grievance, by mail. It can be answered once.',
  input: z.object({
    number,
    answer: requiredText(messages.answerMissing, GRIEVANCE_MAX_LENGTH, messages.grievanceTooLong),
  }),
  output: z.object({ number: z.number() }),
  failures: [failures.grievance_not_found, failures.grievance_answered, failures.own_case],
})

export const grievanceRoutes = [fileGrievance, getGrievance, listGrievances, answerGrievance] as const
