import os from 'node:os'
import { parseArgs } from 'node:util'

import { formatMoment as formatInUtc } from '#contract/dates.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import { answerGrievance, listGrievances } from '#contract/enforcement/grievance-routes.ts'
import { GROUNDS, MEASURES, REPORT_REASONS } from '#contract/enforcement/rules.ts'
import {
  answerAppeal,
  confirmFix,
  decideCase,
  extendHold,
  getCase,
  listCases,
  recordAppeal,
} from '#contract/enforcement/staff-routes.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { findCaseByNumber } from '#server/domains/enforcement/waiting-queries.ts'
import { callAsOperator } from '#server/operator-call.ts'
import type { OperatorCommand } from '#server/platform/http/principal.ts'

import { withRunningCheers } from './with-running-cheers.ts'

const QUEUES = ['open', 'appealed', 'fixed', 'decided'] as const
const OUTCOMES = ['upheld', 'overturned'] as const

const USAGE = `Decides about reports in the operator's name. <case>: its number.
  npx node scripts/enforcement.ts list [open|appealed|fixed|decided]   cases that wait, those due first
  npx node scripts/enforcement.ts show <case>                          what was reported, and what was decided
  npx node scripts/enforcement.ts decide <case> <measure> --rule <rule> --ground law|terms --facts "…" [--fix-days 14]
                                                              ${MEASURES.join(', ')}
                                                              about a page for a time: --days 30; payouts are held for 14
  npx node scripts/enforcement.ts extend <case> --facts "…"             holds payouts for 14 days more, by somebody else (--by)
  npx node scripts/enforcement.ts appeal <case> upheld|overturned --answer "…"
                                                              by somebody other than who decided (--by)
  npx node scripts/enforcement.ts appealed <case> --text "…"             takes in an appeal that came by mail
  npx node scripts/enforcement.ts fixed <case>                         shows again what its author has fixed
  npx node scripts/enforcement.ts grievances                           what people wrote to the grievance officer, those due first
  npx node scripts/enforcement.ts answer <number> --answer "…"         mails the answer to a grievance
Rules: ${REPORT_REASONS.join(', ')}.
The facts and the answer are mailed to the person concerned. --by names who decides; by default, the name of your account
here. What is decided is written into the audit log, for good.`

/** Nobody has to guess the zone. */
function formatMoment(moment: string): string {
  return `${formatInUtc(moment)} UTC`
}

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rule: { type: 'string' },
      ground: { type: 'string' },
      facts: { type: 'string' },
      answer: { type: 'string' },
      text: { type: 'string' },
      'fix-days': { type: 'string' },
      days: { type: 'string' },
      by: { type: 'string' },
    },
  })
  const [verb = '', subject = '', named = ''] = positionals
  const measure = MEASURES.find((each) => each === named)
  const outcome = OUTCOMES.find((each) => each === named)
  const rule = REPORT_REASONS.find((each) => each === values.rule)
  const ground = GROUNDS.find((each) => each === values.ground)
  const queue = QUEUES.find((each) => each === (subject === '' ? 'open' : subject))
  const { facts = '', answer = '', text = '' } = values
  const daysIn = (given: string | undefined) => (given === undefined ? null : Number(given))
  const [fixDays, days] = [daysIn(values['fix-days']), daysIn(values.days)]

  await withRunningCheers(async ({ platform, inTransaction, now }) => {
    const name = values.by?.trim() || os.userInfo().username
    const principal: OperatorCommand = { kind: 'operator-command', name, roles: ['operator'] }
    const as = { principal, now }
    if (verb === 'list' && queue) {
      printAll(await callAsOperator(platform, listCases, { queue, limit: 100 }, as))
      return
    }
    if (verb === 'grievances') {
      printGrievances(await callAsOperator(platform, listGrievances, { limit: 100 }, as))
      return
    }
    if (verb === 'answer' && /^\d{1,9}$/.test(subject)) {
      await callAsOperator(platform, answerGrievance, { number: Number(subject), answer }, as)
      console.log(`The answer to grievance ${subject} is on its way.`)
      return
    }
    const found = /^\d{1,9}$/.test(subject)
      ? await inTransaction((db) => findCaseByNumber(db, Number(subject)))
      : null
    if (/^\d+$/.test(subject) && !found) throw new Error(`There is no case ${subject}.`)
    if (!found) throw new Error(USAGE)
    const caseId = found.id
    if (verb === 'decide' && measure && rule && ground)
      await callAsOperator(platform, decideCase, { caseId, measure, rule, ground, facts, fixDays, days }, as)
    else if (verb === 'appeal' && outcome)
      await callAsOperator(platform, answerAppeal, { caseId, outcome, answer }, as)
    else if (verb === 'extend') await callAsOperator(platform, extendHold, { caseId, facts }, as)
    else if (verb === 'appealed') await callAsOperator(platform, recordAppeal, { caseId, text }, as)
    else if (verb === 'fixed') await callAsOperator(platform, confirmFix, { caseId }, as)
    else if (verb !== 'show') throw new Error(USAGE)
    printOne(await callAsOperator(platform, getCase, { caseId }, as))
  })
}

type Line = OutputOf<typeof listCases>[number]

function lineOf({ number, kind, reason, reportCount, isHeld, state, dueAt, concerned }: Line): string {
  const { kinds, reasons } = enforcementMessages
  const held = isHeld ? ', out of sight until then' : ''
  const due = state === 'open' ? `due ${formatMoment(dueAt)}` : 'decided'
  const strikes = concerned.strikes > 0 ? ` (strikes: ${concerned.strikes})` : ''
  return `${number}  ${kinds[kind]} of ${concerned.name}${strikes}: ${reasons[reason]}, reports: ${reportCount}, ${due}${held}`
}

function printAll(cases: readonly Line[]): void {
  if (cases.length === 0) console.log('Nothing here.')
  for (const each of cases) console.log(lineOf(each))
}

function printGrievances(grievances: OutputOf<typeof listGrievances>): void {
  if (grievances.length === 0) console.log('Nothing here.')
  for (const { number, kind, name, hasAccount, text, url, dueAt } of grievances) {
    const from = hasAccount ? `${name}, from their account` : name
    console.log(
      `${number}  ${enforcementMessages.grievances[kind]}, due ${formatMoment(dueAt)}. From ${from}.`,
    )
    if (url !== '') console.log(`  ${url}`)
    console.log(`  ${text.replaceAll('\n', '\n  ')}`)
  }
}

function printOne(found: OutputOf<typeof getCase>): void {
  const { reasons, measures } = enforcementMessages
  console.log(lineOf(found))
  if (found.path !== null) console.log(`Where: ${found.path}`)
  for (const { author, body, isReported } of found.lines)
    console.log(`${isReported ? '>' : ' '} ${author}: ${body === '' ? '(no longer kept)' : body}`)
  for (const { reason, text, reportedAt } of found.reports)
    console.log(`Reported ${formatMoment(reportedAt)}: ${reasons[reason]}${text === '' ? '' : `: ${text}`}`)
  for (const each of found.decisions) {
    console.log(
      `Decided ${formatMoment(each.decidedAt)} by ${each.decidedBy}: ${measures[each.measure]}; ` +
        `${reasons[each.rule]} (${each.ground}): ${each.facts}`,
    )
    if (each.untilAt !== null) console.log(`Until ${formatMoment(each.untilAt)}`)
    if (each.fixedAt !== null) console.log(`Fixed, as they say: ${formatMoment(each.fixedAt)}`)
    if (each.liftedAt !== null)
      console.log(`Ended ${formatMoment(each.liftedAt)}: ${each.liftedBecause ?? ''}`)
  }
  if (!found.appeal) return
  const { text, dueAt, outcome, answer } = found.appeal
  console.log(`Appeal: ${text}`)
  console.log(outcome === null ? `To answer by ${formatMoment(dueAt)}` : `${outcome}: ${answer}`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
