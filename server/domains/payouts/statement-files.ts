import { setImmediate } from 'node:timers/promises'

import { formatMonth } from '#contract/dates.ts'
import type { Language } from '#contract/languages.ts'
import { dollarsFromCents, formatCents, formatExactCents } from '#contract/money.ts'
import { creatorDisputeSentence } from '#contract/payments/dispute-status.ts'
import { creatorDisputeTexts } from '#contract/payments/messages.ts'
import { STATEMENT_KINDS, statementLineTexts } from '#contract/payouts/messages.ts'
import { toCsv } from '#server/platform/csv.ts'
import { openSheet, type Sheet, SHEET_WIDTH, type TextStyle } from '#server/platform/pdf/document.ts'
import { textsFor } from '#server/platform/texts.ts'

import { statementFileTexts as english } from './messages.ts'
import type { StatementDispute, StatementLine } from './statement-queries.ts'
import { presentDispute, type Statement } from './statements.ts'

/** Every line, and the balance before and after; for programs, so in English. */
export function statementCsv(statement: Statement): string {
  const { openingCents, closingCents, reservedCents, lines, disputes, currency } = statement
  return toCsv([
    ['date', 'kind', 'about', 'gross', 'fee', 'net', 'currency'],
    [`${statement.month}-01`, english.opening, '', '', '', dollarsFromCents(openingCents), currency],
    ...lines.map((line) => [
      line.at.toISOString(),
      STATEMENT_KINDS[line.kind],
      aboutLine(line, currency, 'en'),
      dollarsFromCents(line.grossCents),
      dollarsFromCents(line.feeCents),
      dollarsFromCents(line.netCents),
      currency,
    ]),
    ['', english.closing, '', '', '', dollarsFromCents(closingCents), currency],
    ...(reservedCents === 0
      ? []
      : [['', english.reserved, '', '', '', dollarsFromCents(reservedCents), currency]]),
    // The amounts they moved are among the lines; this is their status.
    ...disputes.map((dispute) => [
      (dispute.settledAt ?? dispute.openedAt).toISOString(),
      english.dispute,
      tellDispute(dispute, 'en'),
      '',
      '',
      '',
      '',
    ]),
  ])
}

/** A charge above the price says what the rest of it is for, as its receipt does. */
function aboutLine({ about, carriedCents }: StatementLine, currency: string, language: Language): string {
  if (carriedCents === 0) return about
  const { withCarried } = textsFor(language)(statementLineTexts)
  return withCarried(about, formatCents(carriedCents, currency, language))
}

function tellDispute(dispute: StatementDispute, language: Language): string {
  const { about, ...told } = presentDispute(dispute)
  const sentence = creatorDisputeSentence(told, language, textsFor(language)(creatorDisputeTexts))
  return textsFor(language)(english).disputeAbout(about, sentence)
}

/** After this many lines other work gets its turn: a long statement must not hold up the whole server. */
const LINES_AT_A_TIME = 50

const COLUMNS: readonly (readonly [heading: keyof typeof english.columns, style: TextStyle])[] = [
  ['date', { x: 0, width: 62 }],
  ['type', { x: 66, width: 88 }],
  ['about', { x: 158, width: 145 }],
  ['gross', { x: 305, width: 56, align: 'end' }],
  ['fee', { x: 365, width: 52, align: 'end' }],
  ['yours', { x: 421, width: 62, align: 'end' }],
]

/** The month on paper, with every line. */
export async function statementPdf(
  statement: Statement,
  page: {
    pageName: string
    operator: { name: string; address: string }
    now: Date
    language: Language
  },
): Promise<Buffer> {
  const { language } = page
  const texts = textsFor(language)(english)
  const title = formatMonth(statement.month, language)
  const sheet = await openSheet({
    title: texts.documentTitle(statement.month, page.pageName),
    author: page.operator.name,
    createdAt: page.now,
    language,
  })
  sheet.text(texts.productName, { size: 15, weight: 700, color: 'brand', align: 'end' })
  sheet.down(sheet.text(texts.title(title), { size: 22, weight: 700, width: SHEET_WIDTH - 80 }) + 4)
  sheet.down(sheet.text(page.pageName) + 2)
  sheet.down(sheet.text(`${page.operator.name}, ${page.operator.address}`, { color: 'faint' }) + 20)

  const totals: (readonly [string, number, boolean])[] = [
    [texts.atBeginning, statement.openingCents, false],
    [texts.gross, statement.grossCents, false],
    [texts.fee, 0 - statement.feeCents, false],
    [texts.paidOut, 0 - statement.paidOutCents, false],
    [texts.atEnd, statement.closingCents, true],
    ...(statement.reservedCents === 0 ? [] : [[texts.reserved, statement.reservedCents, false] as const]),
  ]
  for (const [label, cents, isLast] of totals) {
    sheet.rule()
    sheet.down(6)
    const weight = isLast ? 700 : 400
    sheet.text(`${formatExactCents(cents, statement.currency, language)} ${statement.currency}`, {
      weight,
      align: 'end',
    })
    sheet.down(sheet.text(label, { weight, width: 300 }) + 6)
  }
  sheet.rule()
  sheet.down(28)
  await drawLines(sheet, statement, language)
  drawDisputes(sheet, statement, language)
  return sheet.finish()
}

async function drawLines(sheet: Sheet, { lines, currency }: Statement, language: Language): Promise<void> {
  const { columns } = textsFor(language)(english)
  const kinds = textsFor(language)(STATEMENT_KINDS)
  const heading = () => {
    const heights = COLUMNS.map(([column, style]) =>
      sheet.text(columns[column], { ...style, size: 8.5, weight: 700, color: 'faint' }),
    )
    sheet.down(Math.max(...heights) + 4)
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
      kinds[line.kind],
      aboutLine(line, currency, language),
      formatExactCents(line.grossCents, currency, language),
      formatExactCents(0 - line.feeCents, currency, language),
      formatExactCents(line.netCents, currency, language),
    ]
    const heights = cells.map((text, column) => sheet.text(text, { ...COLUMNS[column]?.[1], size: 8.5 }))
    sheet.down(Math.max(...heights) + 4)
  }
}

function drawDisputes(sheet: Sheet, { disputes }: Statement, language: Language): void {
  if (disputes.length === 0) return
  const texts = textsFor(language)(english)
  sheet.down(24)
  sheet.ensure(60)
  sheet.down(sheet.text(texts.disputes, { weight: 700 }) + 6)
  for (const dispute of disputes) {
    sheet.ensure(34)
    sheet.rule()
    sheet.down(4)
    sheet.down(sheet.text(tellDispute(dispute, language), { size: 8.5 }) + 4)
  }
}
