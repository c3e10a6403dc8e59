import { plural } from '#contract/plural.ts'

export const errorTexts = {
  title: 'Errors',
  subtitle:
    'What went wrong unexpectedly, in groups of the same kind and place. People’s names and words aren’t kept; the log has the rest.',
  states: { label: 'Which errors', open: 'Open', resolved: 'Resolved' },
  none: { open: 'No error is open', resolved: 'No error was resolved yet' },
  noneHelp: 'Groups that don’t come back within 90 days are forgotten.',
  sources: { request: 'Request', job: 'Job' },
  times: (count: number) => plural(count, { one: 'Once', other: '{n} times' }),
  first: 'First',
  last: 'Last',
  release: 'Release',
  reference: 'Reference in the log',
  where: 'Where it came from, the last time',
  nowhere: 'None of our own code was involved.',
  resolve: 'Mark as resolved',
  resolveNamed: (kind: string, place: string) => `Mark as resolved: ${kind} in ${place}`,
  resolved: 'Resolved. It comes back here when it happens again.',
} as const
