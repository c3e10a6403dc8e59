import { enforcementMessages } from '#contract/enforcement/messages.ts'
import type { TransparencyPart } from '#contract/enforcement/transparency-routes.ts'

const { reasons, measures, grievances } = enforcementMessages

/** The texts of the page that says what is reported and decided here. */
export const transparencyTexts = {
  title: 'Transparency',
  intro:
    'What people reported on Cheers and what was decided, counted each half year once it is over. Nothing here is decided without a person.',
  small:
    'Numbers below five are shown as “< 5”, so that nobody can be recognised. What was learned after the end of a half year counts in the next.',
  loading: 'Loading the reports',
  failed: 'The reports could not be loaded',
  none: 'No report yet',
  noneHelp: 'The first one appears after the half year in which something was reported.',
  grievance: 'Write to the grievance officer',
  between: (from: string, until: string) => `${from} to ${until}`,
  fewer: '< 5',
  columns: { what: 'What', count: 'How many' },
  parts: {
    reports: 'What was reported',
    decisions: 'What was decided',
    grounds: 'What measures rest on',
    deciders: 'Who decided',
    times: 'Whether our staff decided in time',
    appeals: 'What became of appeals',
    grievances: 'Grievances',
    answers: 'When grievances were answered',
  } satisfies Record<TransparencyPart, string>,
  cells: {
    reports: reasons,
    decisions: measures,
    grounds: { law: 'A law', terms: 'Our terms' },
    deciders: { page: 'Creators and moderators, on their page', operator: 'Our staff' },
    times: { in_time: 'In time', late: 'Late' },
    appeals: {
      upheld: 'The decision stayed',
      overturned: 'The decision was taken back',
      unanswered: 'The decision ended without an answer',
      open: 'Not answered yet',
    },
    grievances,
    answers: { in_time: 'In time', late: 'Late', open: 'Not answered yet' },
  } satisfies Record<TransparencyPart, Record<string, string>>,
} as const
