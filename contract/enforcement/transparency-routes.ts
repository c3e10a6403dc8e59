import * as z from 'zod/mini'

import { moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { GRIEVANCE_KINDS, GROUNDS, MEASURES, REPORT_REASONS } from './rules.ts'

/** What is counted, and the cells of each. */
export const TRANSPARENCY_PARTS = {
  /** By what they said. */
  reports: REPORT_REASONS,
  /** By what was decided. */
  decisions: MEASURES,
  /** Those with a measure, by what they rest on. */
  grounds: GROUNDS,
  /** Who decided: whoever keeps order on a page, or our staff. */
  deciders: ['page', 'operator'],
  /** Open cases that were decided, in time or late. */
  times: ['in_time', 'late'],
  /** By how they ended so far. */
  appeals: ['upheld', 'overturned', 'unanswered', 'open'],
  grievances: GRIEVANCE_KINDS,
  /** How many of the grievances were answered when they were due. */
  answers: ['in_time', 'late', 'open'],
} as const
export type TransparencyPart = keyof typeof TRANSPARENCY_PARTS

/** Counts below this are not told: they would say something about single people. */
export const SMALLEST_CELL = 5

const cell = z.object({
  /** What is counted, of its part. */
  key: z.string(),
  /** null: fewer than five, and more than none. */
  count: z.nullable(z.number()),
})

export const getTransparency = route({
  method: 'GET',
  path: '/transparency',
  caller: 'anyone',
  summary:
    'What was reported and decided on this site, by half years, the latest first; counted once a half year is over.',
  input: z.object({}),
  output: z.array(
    z.object({
      /** Days in UTC, both part of it. */
      from: z.string(),
      until: z.string(),
      madeAt: moment,
      parts: z.array(z.object({ part: z.string(), cells: z.array(cell) })),
    }),
  ),
  failures: [],
})

export const transparencyRoutes = [getTransparency] as const
