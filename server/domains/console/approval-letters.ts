import { formatDay } from '#contract/dates.ts'
import type { StaffRole } from '#contract/http/permissions.ts'
import type { Language } from '#contract/languages.ts'
import { formatCents } from '#contract/money.ts'
import { type Letter, letterTo, letterToOperator } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import type { ApprovalRow } from './approval-queries.ts'
import { roleIn } from './approval-role.ts'
import { consoleMailTexts } from './mail-messages.ts'

type To = Letter['to']
type Facts = Pick<
  ApprovalRow,
  | 'action'
  | 'payload'
  | 'subjectName'
  | 'askedByName'
  | 'decidedByName'
  | 'reason'
  | 'note'
  | 'outcome'
  | 'expiresAt'
>

/** "Refund of $600 to Ravi Menon". */
function matterOf(row: Facts, language: Language): string {
  const { matters, roles } = textsFor(language)(consoleMailTexts)
  const { amountCents, currency } = row.payload
  const amount =
    typeof amountCents === 'number' && typeof currency === 'string'
      ? formatCents(amountCents, currency, language)
      : ''
  const role = roleIn(row)
  const name = row.subjectName ?? ''
  return matters[row.action](name, role === null ? amount : roles[role])
}

/** Tells somebody on the staff that a second person is needed. */
export function askedLetter(to: To, { row, url }: { row: Facts; url: string }, language: Language): Letter {
  const texts = textsFor(language)(consoleMailTexts)
  return letterToOperator(to, language, {
    subject: texts.asked.subject(matterOf(row, language)),
    paragraphs: [texts.asked.body(row.askedByName), texts.asked.until(formatDay(row.expiresAt, language))],
    rows: [
      [texts.rows.what, matterOf(row, language)],
      [texts.rows.reason, row.reason],
    ],
    action: { label: texts.asked.see, url },
  })
}

/** Tells whoever asked, and of a new role every operator, how it ended. */
export function decidedLetter(to: To, { row, url }: { row: Facts; url: string }, language: Language): Letter {
  const texts = textsFor(language)(consoleMailTexts)
  const { decided } = texts
  const matter = matterOf(row, language)
  const isDeclined = row.outcome === 'declined'
  return letterToOperator(to, language, {
    subject: isDeclined ? decided.declinedSubject(matter) : decided.subject(matter),
    paragraphs: [
      row.decidedByName === null
        ? decided.alone(row.askedByName)
        : decided[isDeclined ? 'declined' : 'approved'](row.askedByName, row.decidedByName),
    ],
    rows: [
      [texts.rows.what, matter],
      [texts.rows.reason, row.reason],
      ...(row.note === '' ? [] : [[texts.rows.note, row.note] as const]),
    ],
    action: { label: decided.see, url },
  })
}

/** Tells somebody that they work for the operator now, and what they need for it. */
export function roleLetter(
  to: To,
  { role, url }: { role: StaffRole; url: string },
  language: Language,
): Letter {
  const { role: texts, roles } = textsFor(language)(consoleMailTexts)
  return letterTo(to, language, {
    why: 'operator',
    subject: texts.subject(roles[role]),
    paragraphs: [texts.body, texts.factor],
    action: { label: texts.see, url },
  })
}
