import * as z from 'zod/mini'

import { id, listInput, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { CURRENCIES, CURRENCY } from '../money.ts'
import { fileAnswer } from '../payments/billing-routes.ts'
import { dispute } from '../payments/dispute-status.ts'
import { statementFailures } from './failures.ts'
import { STATEMENT_KINDS } from './rules.ts'

/** Each balance has its own statements. */
const currency = z._default(z.enum(CURRENCIES), CURRENCY)

/** "2026-03", in UTC. */
const month = z.string().check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, 'A month looks like 2026-03.'))

/** Amounts that lower the balance are negative. gross − fee = net, to the cent. */
const line = z.object({
  /** The booking's. */
  _id: id(),
  at: moment,
  kind: z.enum(STATEMENT_KINDS),
  /** The payer's name, or where the payout went. */
  about: z.string(),
  /** The part of a payment left over from an earlier upgrade, as too little to be charged on its own. */
  carried: z.number(),
  gross: z.number(),
  fee: z.number(),
  net: z.number(),
})

export const getStatements = route({
  method: 'GET',
  path: '/payout/statements',
  caller: 'creator',
  summary: "The months in which the caller's balance changed, newest first.",
  input: z.object({}),
  /** `net`: what the month brought after fees and refunds, before what was paid out. A row for each currency. */
  output: z.array(z.object({ month: z.string(), currency: z.string(), net: z.number() })),
  failures: [],
})

export const getStatement = route({
  method: 'GET',
  path: '/payout/statement/:month',
  caller: 'creator',
  summary:
    "The statement of one month: the caller's opening balance, every movement, page by page, and the closing balance.",
  input: z.object({ month, currency, ...listInput }),
  output: z.object({
    month: z.string(),
    currency: z.string(),
    opening: z.number(),
    closing: z.number(),
    /** Supporters' payments, less what went back. */
    gross: z.number(),
    fee: z.number(),
    net: z.number(),
    /** Paid out, less what came back. */
    paidOut: z.number(),
    /** The part of the closing balance that yearly payments brought for months still to come. */
    reserved: z.number(),
    /** Bank inquiries about payments during the month, in their state at its end; sentences in the files. */
    disputes: z.array(z.extend(dispute, { about: z.string() })),
    /** In the order they happened: the first hundred, or those after the cursor. */
    lines: z.array(line),
    /** How many there are in the month. */
    lineCount: z.number(),
  }),
  failures: [statementFailures.statement_not_found],
})

export const getStatementFile = route({
  method: 'GET',
  path: '/payout/statement/:month/:format',
  caller: 'creator',
  summary: 'The same statement as a file: `csv` with every line, or `pdf`.',
  input: z.object({ month, format: z.enum(['csv', 'pdf']), currency }),
  output: fileAnswer,
  failures: [statementFailures.statement_not_found],
})

export const statementRoutes = [getStatements, getStatement, getStatementFile] as const
