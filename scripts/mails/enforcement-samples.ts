import { type Measure, type PageLimit, RULES_VERSION } from '#contract/enforcement/rules.ts'
import type { CaseRow } from '#server/domains/enforcement/case-queries.ts'
import type { AppealRow, DecisionRow } from '#server/domains/enforcement/decision-queries.ts'
import {
  appealLetter,
  appealReceivedLetter,
  operatorLetter,
  reportReceivedLetter,
  statementLetter,
} from '#server/domains/enforcement/letters.ts'

import { on, OPERATOR, RAVI, type Sample, samplesFor, SITE } from './sample.ts'

const to = { name: RAVI.name, address: RAVI.email }
const operator = { name: OPERATOR.name, address: 'operations@cheers.example' }
const url = `${SITE}/cases/0197a3c2-5d10-7c44-9a55-2f6f0c1be042`
const caseUrl = `${SITE}/staff/cases/0197a3c2-5d10-7c44-9a55-2f6f0c1be042`
const row: CaseRow = {
  id: '0197a3c2-5d10-7c44-9a55-2f6f0c1be042',
  number: 42,
  targetKind: 'message',
  targetId: '12',
  channelId: '7',
  seq: 12,
  creatorId: null,
  concernedId: '3',
  level: 'operator',
  reason: 'harassment',
  urgency: 'ordinary',
  state: 'decided',
  openedAt: on('2026-03-01'),
  dueAt: on('2026-03-08'),
  alarmStage: 0,
  heldAt: null,
  reportCount: 3,
}
const decision: DecisionRow = {
  id: '1',
  caseId: row.id,
  measure: 'hide',
  rule: 'harassment',
  rulesVersion: RULES_VERSION,
  ground: 'terms',
  facts:
    'The message names another member and calls on others to write to her privately until she leaves. It was repeated twice after she had asked for it to stop.',
  decidedAs: 'operator',
  decidedBy: 'Dev Kapoor',
  decidedAt: on('2026-03-02'),
  appealUntil: on('2026-09-02'),
  untilAt: null,
  extendedAt: null,
  fixUntil: null,
  fixedAt: null,
  liftedAt: null,
  liftedBecause: null,
}
const appeal: AppealRow = {
  id: '5',
  decisionId: decision.id,
  text: 'It was a joke between friends.',
  appealedAt: on('2026-03-04'),
  dueAt: on('2026-03-19'),
  endsAt: on('2026-04-03'),
  answeredBy: '9',
  answeredAt: on('2026-03-10'),
  outcome: 'upheld',
  answer: 'We read the whole conversation. She asked for it to stop, and it did not.',
}

function statement(about: Partial<CaseRow>, decided: Partial<DecisionRow>): Sample['write'] {
  const facts = {
    row: { ...row, ...about },
    decision: { ...decision, ...decided },
    item:
      about.targetKind === 'person'
        ? ''
        : about.targetKind === 'page'
          ? 'Asha Rao · Songs from the hills'
          : 'Everybody, please tell Meera what you think of her covers …',
    strikeUntil: decided.measure === 'none' ? null : on('2026-08-29'),
    url,
    operatorEmail: OPERATOR.email,
  }
  return (language) => statementLetter(to, facts, language)
}

/** What is decided about a page for a time. */
function limited(
  measure: PageLimit,
  rule: DecisionRow['rule'],
  more: Partial<DecisionRow> = {},
): Sample['write'] {
  const untilAt = on(measure === 'hold_payouts' ? '2026-03-16' : '2026-04-01')
  const facts = 'Eleven of the forty posts sell tickets for concerts that the venues know nothing about.'
  return statement({ targetKind: 'page' }, { measure, rule, untilAt, facts, ...more })
}

const MEASURES: Record<Measure, readonly [string, Sample['write']]> = {
  none: ['The staff releases what was held after a report.', statement({}, { measure: 'none' })],
  label: ['The staff marks a page as one for adults.', limited('label', 'nudity')],
  unlist: ['The staff takes a page out of lists and search.', limited('unlist', 'spam')],
  stop_posting: ['The staff stops a page from publishing.', limited('stop_posting', 'rights')],
  stop_joining: ['The staff stops a page from taking members.', limited('stop_joining', 'spam')],
  hold_payouts: ['The staff holds the payouts of a page.', limited('hold_payouts', 'spam')],
  hide: ['The staff hides a message.', statement({}, { measure: 'hide' })],
  remove: [
    'The staff removes a message that is against the law.',
    statement({ reason: 'illegal' }, { measure: 'remove', ground: 'law', rule: 'illegal' }),
  ],
  suspend: [
    'The staff suspends an account after a report.',
    statement({ targetKind: 'person' }, { measure: 'suspend' }),
  ],
}

const waiting = (about: 'case' | 'appeal' | 'fix', stage: number, held: boolean): Sample['write'] => {
  const facts = {
    row: { ...row, heldAt: held ? on('2026-03-01') : null },
    about,
    stage,
    dueAt: row.dueAt,
    url: caseUrl,
  }
  return (language) => operatorLetter(operator, facts, language)
}

export const enforcementSamples = [
  ...samplesFor(
    'accounts',
    Object.fromEntries(Object.entries(MEASURES).map(([measure, sample]) => [`decision-${measure}`, sample])),
  ),
  ...samplesFor('accounts', {
    'report-received': [
      'Somebody reports a message for a grave reason.',
      (language) =>
        reportReceivedLetter(
          to,
          {
            row: { ...row, reason: 'intimate', heldAt: on('2026-03-01') },
            url: `${SITE}/cases?part=reports`,
          },
          language,
        ),
    ],
    'appeal-received': [
      'Somebody appeals against a decision.',
      (language) => appealReceivedLetter(to, { row, dueAt: appeal.dueAt, url, isSuspended: false }, language),
    ],
    'decision-hold-extended': [
      'A second person on the staff holds the payouts of a page for longer.',
      limited('hold_payouts', 'spam', { untilAt: on('2026-03-30'), extendedAt: on('2026-03-15') }),
    ],
    'decision-over': [
      'The time of a decision about a page is over.',
      (language) => appealLetter(to, { made: null, because: 'over', url }, language),
    ],
    'decision-post-fixable': [
      'The staff hides a post whose author can fix it.',
      statement({ targetKind: 'post' }, { fixUntil: on('2026-03-16'), rule: 'nudity' }),
    ],
    'appeal-upheld': [
      'The staff answers an appeal: the decision stays.',
      (language) => appealLetter(to, { made: appeal, because: null, url }, language),
    ],
    'appeal-overturned': [
      'The staff answers an appeal: it was right.',
      (language) =>
        appealLetter(to, { made: { ...appeal, outcome: 'overturned' }, because: 'appeal', url }, language),
    ],
    'appeal-unanswered': [
      'Nobody answers an appeal in time.',
      (language) =>
        appealLetter(
          to,
          { made: { ...appeal, outcome: null, answer: '' }, because: 'unanswered', url },
          language,
        ),
    ],
    fixed: [
      'The staff shows again what its author has fixed.',
      (language) => appealLetter(to, { made: null, because: 'fixed', url }, language),
    ],
  }),
  ...samplesFor('operators', {
    'report-waits': ['Somebody reports something.', waiting('case', 0, false)],
    'report-held': ['Somebody reports something grave, and it is out of sight.', waiting('case', 0, true)],
    'report-half': ['Half the time to decide is over.', waiting('case', 50, false)],
    'report-soon': ['A fifth of the time to decide is left.', waiting('case', 80, false)],
    'report-late': ['A report was not decided in time.', waiting('case', 100, false)],
    'appeal-waits': ['Somebody appeals against a decision.', waiting('appeal', 0, false)],
    'appeal-still-waits': ['An appeal waits for an answer.', waiting('appeal', 50, false)],
    'fix-waits': ['Somebody says that they have fixed what was hidden.', waiting('fix', 0, false)],
  }),
]
