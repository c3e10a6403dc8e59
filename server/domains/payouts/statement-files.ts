import { setImmediate } from 'node:timers/promises'

import { formatMonth } from '#contract/dates.ts'
import { dollarsFromCents, formatExactCents } from '#contract/money.ts'
import { creatorDisputeSentence } from '#contract/payments/dispute-status.ts'
import { STATEMENT_KINDS } from '#contract/payouts/messages.ts'
import { toCsv } from '#server/platform/csv.ts'
import { openSheet, type Sheet, SHEET_WIDTH, type TextStyle } from '#server/platform/pdf/document.ts'

import type { StatementDispute } from './statement-queries.ts'
import { presentDispute, type Statement } from './statements.ts'

const DISPUTE = 'Dispute'
const RESERVED = 'of which for the months ahead'

/** Every line, and the balance before and after. */
export function statementCsv(statement: Statement): string {
  const { openingCents, closingCents, reservedCents, lines, disputes, currency } = statement
  return toCsv([
    ['date', 'kind', 'about', 'gross', 'fee', 'net', 'currency'],
    [`${statement.month}-01`, 'Opening balance', '', '', '', dollarsFromCents(openingCents), currency],
    ...lines.map((line) => [
      line.at.toISOString(),
      STATEMENT_KINDS[line.kind],
      line.about,
      dollarsFromCents(line.grossCents),
      dollarsFromCents(line.feeCents),
      dollarsFromCents(line.netCents),
      currency,
    ]),
    ['', 'Closing balance', '', '', '', dollarsFromCents(closingCents), currency],
    ...(reservedCents === 0 ? [] : [['', RESERVED, '', '', '', dollarsFromCents(reservedCents), currency]]),
    // The amounts they moved are among the lines; this is their status.
    ...disputes.map((dispute) => [
      (dispute.settledAt ?? dispute.openedAt).toISOString(),
      DISPUTE,
      tellDispute(dispute),
      '',
      '',
      '',
      '',
    ]),
  ])
}

function tellDispute(dispute: StatementDispute): string {
  const { about, ...told } = presentDispute(dispute)
  return `${about}: ${creatorDisputeSentence(told)}`
}

/** After this many lines other work gets its turn: a long statement must not hold up the whole server. */
const LINES_AT_A_TIME = 50

const COLUMNS: readonly (readonly [heading: string, style: TextStyle])[] = [
  ['Date', { x: 0, width: 62 }],
  ['Type', { x: 66, width: 88 }],
  ['About', { x: 158, width: 145 }],
  ['Gross', { x: 305, width: 56, align: 'right' }],
  ['Fee', { x: 365, width: 52, align: 'right' }],
  ['Yours', { x: 421, width: 62, align: 'right' }],
]

/** The month on paper, with every line. */
export async function statementPdf(
  statement: Statement,
  page: { pageName: string; operator: { name: string; address: string }; now: Date },
): Promise<Buffer> {
  const title = formatMonth(statement.month)
  const sheet = await openSheet({
    title: `Statement ${statement.month}, ${page.pageName}`,
    author: page.operator.name,
    createdAt: page.now,
  })
  sheet.text('Cheers', { size: 15, weight: 700, color: 'brand', align: 'right' })
  sheet.down(sheet.text(`Statement, ${title}`, { size: 22, weight: 700, width: SHEET_WIDTH - 80 }) + 4)
  sheet.down(sheet.text(page.pageName) + 2)
  sheet.down(sheet.text(`${page.operator.name}, ${page.operator.address}`, { color: 'faint' }) + 20)

  const totals: (readonly [string, number, boolean])[] = [
    ['Balance at the beginning', statement.openingCents, false],
    ['Supporters paid, less refunds', statement.grossCents, false],
    ['Platform fee', 0 - statement.feeCents, false],
    ['Paid out', 0 - statement.paidOutCents, false],
    ['Balance at the end', statement.closingCents, true],
    ...(statement.reservedCents === 0 ? [] : [[RESERVED, statement.reservedCents, false] as const]),
  ]
  for (const [label, cents, isLast] of totals) {
    sheet.rule()
    sheet.down(6)
    const weight = isLast ? 700 : 400
    sheet.text(`${formatExactCents(cents, statement.currency)} ${statement.currency}`, {
      weight,
      align: 'right',
    })
    sheet.down(sheet.text(label, { weight, width: 300 }) + 6)
  }
  sheet.rule()
  sheet.down(28)
  await drawLines(sheet, statement)
  drawDisputes(sheet, statement)
  return sheet.finish()
}

async function drawLines(sheet: Sheet, { lines, currency }: Statement): Promise<void> {
  const heading = () => {
    for (const [text, style] of COLUMNS)
      sheet.text(text, { ...style, size: 8.5, weight: 700, color: 'faint' })
    sheet.down(16)
  }
  sheet.ensure(80)
  heading()
  for (const [index, line] of lines.entries()) {
    if (index % LINES_AT_A_TIME === LINES_AT_A_TIME - 1) await setImmediate()
    const isNewPage = sheet.ensure(34)
    if (isNewPage) heading()
    sheet.rule()
    sheet.down(4)
    const cells = [
      line.at.toISOString().slice(0, 10),
      STATEMENT_KINDS[line.kind],
      line.about,
      formatExactCents(line.grossCents, currency),
      formatExactCents(0 - line.feeCents, currency),
      formatExactCents(line.netCents, currency),
    ]
    const heights = cells.map((text, column) => sheet.text(text, { ...COLUMNS[column]?.[1], size: 8.5 }))
    sheet.down(Math.max(...heights) + 4)
  }
}

function drawDisputes(sheet: Sheet, { disputes }: Statement): void {
  if (disputes.length === 0) return
  sheet.down(24)
  sheet.ensure(60)
  sheet.down(sheet.text('Disputes', { weight: 700 }) + 6)
  for (const dispute of disputes) {
    sheet.ensure(34)
    sheet.rule()
    sheet.down(4)
    sheet.down(sheet.text(tellDispute(dispute), { size: 8.5 }) + 4)
  }
}
