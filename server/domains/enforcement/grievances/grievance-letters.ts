import { formatMoment } from '#contract/dates.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import type { Language } from '#contract/languages.ts'
import { type Letter, letterTo, letterToOperator } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import { grievanceMailTexts } from './grievance-mail-messages.ts'
import type { GrievanceRow } from './grievance-queries.ts'

type To = Letter['to']

export function acknowledgementLetter(
  to: To,
  { row, url }: { row: GrievanceRow; url: string },
  language: Language,
): Letter {
  const { acknowledged: texts } = textsFor(language)(grievanceMailTexts)
  return letterTo(to, language, {
    why: 'address',
    subject: texts.subject(String(row.number)),
    paragraphs: [texts.thanks, texts.due(formatMoment(row.dueAt, language))],
    action: { label: texts.see, url },
    footnote: texts.notYou,
  })
}

export function answerLetter(
  to: To,
  { row, officer, email }: { row: GrievanceRow; officer: string; email: string },
  language: Language,
): Letter {
  const { answered: texts } = textsFor(language)(grievanceMailTexts)
  return letterTo(to, language, {
    why: 'address',
    subject: texts.subject(String(row.number)),
    paragraphs: row.answer.split('\n\n').map(texts.answer),
    footnote: texts.further(officer, email),
    addresses: [email],
  })
}

/** Tells the staff. It says nothing of what was written: mail is read on the way. */
export function deskLetter(
  to: To,
  { row, stage, url }: { row: GrievanceRow; stage: number; url: string },
  language: Language,
): Letter {
  const { desk: texts } = textsFor(language)(grievanceMailTexts)
  const { grievances: kinds } = textsFor(language)(enforcementMessages)
  const { subjects } = texts
  const subject =
    stage >= 100 ? subjects.late : stage >= 80 ? subjects.soon : stage > 0 ? subjects.half : subjects.new
  return letterToOperator(to, language, {
    subject: subject(String(row.number)),
    paragraphs: [texts.waits, texts.command],
    rows: [
      [texts.rows.kind, kinds[row.kind]],
      [texts.rows.due, texts.inUtc(formatMoment(row.dueAt, language))],
    ],
    action: { label: texts.see, url },
  })
}
