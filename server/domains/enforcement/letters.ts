import { formatDay, formatMoment } from '#contract/dates.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import type { LiftedBecause } from '#contract/enforcement/rules.ts'
import type { Language } from '#contract/languages.ts'
import { type Letter, letterTo, letterToOperator } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import type { CaseRow } from './case-queries.ts'
import type { AppealRow, DecisionRow } from './decision-queries.ts'
import { enforcementMailTexts } from './mail-messages.ts'

type To = Letter['to']

interface Statement {
  row: CaseRow
  decision: DecisionRow
  /** What it is about, in a few words of its author. */
  item: string
  strikeUntil: Date | null
  url: string
  operatorEmail: string
}

/** Tells somebody what was decided about them: the statement of reasons, from the tables alone. */
export function statementLetter(to: To, statement: Statement, language: Language): Letter {
  const texts = textsFor(language)(enforcementMailTexts)
  const { rules, kinds } = textsFor(language)(enforcementMessages)
  const { row, decision, item, strikeUntil, url, operatorEmail } = statement
  const { measure, fixUntil, appealUntil, untilAt } = decision
  const day = (moment: Date) => formatDay(moment, language)
  const about = item === '' ? [] : [texts.about(kinds[row.targetKind], item)]
  const subject = subjectOf(statement, texts)
  const isSuspended = measure === 'suspend'
  const why = isSuspended ? 'account' : 'conduct'
  if (measure === 'none')
    return letterTo(to, language, { why, subject, paragraphs: [texts.released, ...about] })
  return letterTo(to, language, {
    why,
    subject,
    paragraphs: [
      whatWasDone(decision, texts, day),
      ...about,
      texts.found(decision.facts),
      ...(fixUntil === null ? [] : [texts.fixable(day(fixUntil))]),
      ...(untilAt === null ? [] : [texts.endsByItself(day(untilAt))]),
      isSuspended ? texts.appealByMail(operatorEmail, day(appealUntil)) : texts.appeal(day(appealUntil)),
    ],
    rows: [
      [texts.rows.number, String(row.number)],
      ...(untilAt === null ? [] : [[texts.until, day(untilAt)] as const]),
      [texts.rows.rule, rules[decision.rule]],
      [
        texts.rows.ground,
        decision.ground === 'law'
          ? texts.grounds.law
          : texts.grounds.terms(formatDay(decision.rulesVersion, language)),
      ],
      [texts.rows.howFound, texts.reported],
      [texts.rows.automated, texts.byPeople],
      [texts.rows.territory, texts.everywhere],
    ],
    ...(isSuspended ? { addresses: [operatorEmail] } : { action: { label: texts.see, url } }),
    ...(strikeUntil !== null && { footnote: texts.strike(day(strikeUntil)) }),
  })
}

type Texts = typeof enforcementMailTexts

function subjectOf({ row, decision }: Statement, { subjects }: Texts): string {
  const { measure, extendedAt } = decision
  if (measure === 'none' || measure === 'hide' || measure === 'remove')
    return subjects[measure][row.targetKind === 'post' ? 'post' : 'message']
  return extendedAt === null ? subjects[measure] : subjects.extended
}

function whatWasDone(
  { measure, untilAt, extendedAt }: DecisionRow,
  { measures }: Texts,
  day: (moment: Date) => string,
): string {
  if (measure === 'hide' || measure === 'remove' || measure === 'suspend') return measures[measure]
  if (measure === 'none' || untilAt === null) return ''
  return (extendedAt === null ? measures[measure] : measures.extended)(day(untilAt))
}

/** Tells somebody how their appeal ended, or that what they fixed is shown again. */
export function appealLetter(
  to: To,
  { made, because, url }: { made: AppealRow | null; because: LiftedBecause | null; url: string },
  language: Language,
): Letter | null {
  const { ends, see } = textsFor(language)(enforcementMailTexts)
  const end =
    because === 'over'
      ? because
      : (made?.outcome ?? (because === 'unanswered' || because === 'fixed' ? because : null))
  if (end === null) return null
  return letterTo(to, language, {
    why: 'conduct',
    subject: ends.subjects[end],
    paragraphs: [ends[end], ...(made === null || made.answer === '' ? [] : [ends.answer(made.answer)])],
    action: { label: see, url },
  })
}

/** Confirms a report to whoever made it, with the day by which it is decided. */
export function reportReceivedLetter(
  to: To,
  { row, url }: { row: CaseRow; url: string },
  language: Language,
): Letter {
  const { report: texts, rows } = textsFor(language)(enforcementMailTexts).received
  const { reasons, kinds } = textsFor(language)(enforcementMessages)
  return letterTo(to, language, {
    why: 'account',
    subject: texts.subject,
    paragraphs: [
      texts.thanks,
      ...(row.heldAt === null ? [] : [texts.held]),
      texts.due(formatDay(row.dueAt, language)),
    ],
    rows: [
      [rows.number, String(row.number)],
      [rows.kind, kinds[row.targetKind]],
      [rows.reason, reasons[row.reason]],
    ],
    action: { label: texts.see, url },
  })
}

/** Confirms an appeal to whoever made it, with the day of the answer. */
export function appealReceivedLetter(
  to: To,
  { row, dueAt, url, isSuspended }: { row: CaseRow; dueAt: Date; url: string; isSuspended: boolean },
  language: Language,
): Letter {
  const { appeal: texts, rows } = textsFor(language)(enforcementMailTexts).received
  return letterTo(to, language, {
    why: 'conduct',
    subject: texts.subject,
    paragraphs: [texts.thanks, texts.due(formatDay(dueAt, language))],
    rows: [[rows.number, String(row.number)]],
    // Nobody who is suspended can open the page.
    ...(isSuspended ? {} : { action: { label: texts.see, url } }),
  })
}

/** What the operator's staff are told of. `stage`: how much of the time is over, in percent. */
export interface Waiting {
  about: 'case' | 'appeal' | 'fix'
  stage: number
}

/** Tells the operator of something that waits. It says nothing of what was reported: mail is read on the way. */
export function operatorLetter(
  to: To,
  { row, about, stage, dueAt, url }: Waiting & { row: CaseRow; dueAt: Date; url: string },
  language: Language,
): Letter {
  const { operator: texts } = textsFor(language)(enforcementMailTexts)
  const { reasons, kinds } = textsFor(language)(enforcementMessages)
  const number = String(row.number)
  const waits = { case: texts.waits, appeal: texts.appealWaits, fix: texts.fixWaits }
  const { subjects } = texts
  const ofCase =
    stage >= 100
      ? subjects.caseLate
      : stage >= 80
        ? subjects.caseSoon
        : stage > 0
          ? subjects.caseHalf
          : subjects.case
  const subject = {
    case: ofCase,
    appeal: stage > 0 ? subjects.appealAgain : subjects.appeal,
    fix: subjects.fix,
  }[about]
  return letterToOperator(to, language, {
    subject: subject(number),
    paragraphs: [
      waits[about],
      ...(about === 'case' && row.heldAt !== null ? [texts.held] : []),
      texts.command(number),
    ],
    rows: [
      [texts.rows.kind, kinds[row.targetKind]],
      [texts.rows.reason, reasons[row.reason]],
      [texts.rows.reports, String(row.reportCount)],
      [texts.rows.due, texts.inUtc(formatMoment(dueAt, language))],
    ],
    action: { label: texts.see, url },
  })
}
