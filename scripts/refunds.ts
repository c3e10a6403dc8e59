import os from 'node:os'
import { parseArgs } from 'node:util'

import { formatDay } from '#contract/dates.ts'
import { centsFromDollars, formatCents } from '#contract/money.ts'
import { formatReceiptNumber } from '#contract/payments/receipts.ts'
import {
  declineByOperator,
  getPaymentForOperator,
  listRefundsOfPayment,
  listTroubledRefunds,
  listWaitingRefunds,
  payRefundByBank,
  type RefundForOperator,
  refundByOperator,
  retryByOperator,
  transferByOperator,
} from '#server/domains/payments/refunds/operator-refunds.ts'
import type { Db } from '#server/platform/db/query.ts'

import { withRunningCheers } from './with-running-cheers.ts'

const USAGE = `Gives money back in the operator's name. <payment>: our id, Razorpay's, or the receipt number.
  npm run refunds -- list                                       requests waiting for a decision, and refunds in trouble
  npm run refunds -- show <payment>                             a payment, and what was refunded of it
  npm run refunds -- refund <payment> [--amount 3.50] --reason "…"   all that is left, or an amount
  npm run refunds -- decline <payment> --reason "…"             a waiting request
  npm run refunds -- retry <refund>                             retries one now that Razorpay refused or that failed
  npm run refunds -- transfer <refund>                          pays such a refund by bank transfer instead
  npm run refunds -- paid <refund> <bank reference>             settles a refund that you paid by bank transfer
The supporter sees the reason. --by names who decides; by default, the name of your account here.`

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { amount: { type: 'string' }, reason: { type: 'string' }, by: { type: 'string' } },
  })
  const [verb = '', reference = '', bankReference = ''] = positionals
  const isDecision = verb === 'refund' || verb === 'decline'
  const reason = values.reason?.trim() ?? ''
  if (!['list', 'show', 'refund', 'decline', 'retry', 'transfer', 'paid'].includes(verb))
    throw new Error(USAGE)
  if ((verb !== 'list' && reference === '') || (isDecision && reason === '')) throw new Error(USAGE)
  if (verb === 'paid' && bankReference === '') throw new Error(USAGE)
  const amountCents = values.amount === undefined ? null : centsFromDollars(values.amount)
  if (values.amount !== undefined && (amountCents === null || amountCents <= 0))
    throw new Error(`"${values.amount}" is not an amount like 3.50.`)

  await withRunningCheers(async ({ inTransaction, now }) => {
    const decision = {
      reference,
      reason,
      operator: values.by?.trim() || os.userInfo().username,
      now,
    }
    if (verb === 'list') await inTransaction(list)
    else if (verb === 'show') await inTransaction((db) => show(db, reference))
    else if (verb === 'retry' || verb === 'transfer' || verb === 'paid') {
      const order = { refundId: reference, operator: decision.operator, now }
      const act = { retry: retryByOperator, transfer: transferByOperator }
      printRefund(
        await inTransaction((db) =>
          verb === 'paid'
            ? payRefundByBank(db, { ...order, reference: bankReference })
            : act[verb](db, order),
        ),
      )
    } else if (verb === 'decline') printRefund(await inTransaction((db) => declineByOperator(db, decision)))
    else {
      const { refund, isRepeat } = await inTransaction((db) =>
        refundByOperator(db, { ...decision, amountCents }),
      )
      if (isRepeat) console.log('This was already ordered; nothing is given back twice.')
      printRefund(refund)
    }
  })
}

async function list(db: Db): Promise<void> {
  const waiting = await listWaitingRefunds(db)
  for (const refund of waiting) {
    const { memberName, pageName, amountCents, currency, requestedAt, reason, providerPaymentId } = refund
    console.log(
      `${providerPaymentId}  ${formatCents(amountCents, currency)}  ${formatDay(requestedAt)}  ${memberName} of ${pageName}: ${reason}`,
    )
  }
  console.log(waiting.length === 0 ? 'No requests are waiting.' : `${waiting.length} waiting for a decision.`)
  const troubled = await listTroubledRefunds(db)
  for (const refund of troubled) {
    const { id, providerPaymentId, amountCents, currency, memberName, memberEmail } = refund
    console.log(`
${id}  ${formatCents(amountCents, currency)} ${currency}  ${memberName} <${memberEmail}>, payment ${providerPaymentId}
  ${whatToDo(refund)}`)
  }
}

function whatToDo({ id, status, attempts, refusal, nextAttemptAt }: RefundForOperator): string {
  const said = refusal === '' ? '' : ` It said: ${refusal}`
  if (status === 'manual')
    return `Razorpay cannot make this refund: ask them for an account, pay it from the bank, then: npm run refunds -- paid ${id} <bank reference>.${said}`
  if (status === 'failed')
    return `Failed, and nothing has changed for the supporter: npm run refunds -- retry ${id}, or transfer ${id} to pay it from the bank.${said}`
  const again = nextAttemptAt ? `, next attempt at ${nextAttemptAt.toISOString()}` : ''
  return `Refused ${attempts} times${again}; npm run refunds -- retry ${id} tries now.${said}`
}

async function show(db: Db, reference: string): Promise<void> {
  const payment = await getPaymentForOperator(db, reference)
  const { amountCents, feeCents, netCents, refundedCents, currency } = payment
  const money = (cents: number) => formatCents(cents, currency)
  console.log(`${formatReceiptNumber(payment.receiptYear, payment.receiptNumber)}  ${payment.id}  ${payment.providerPaymentId}
${payment.memberName} <${payment.memberEmail}> paid ${money(amountCents)} ${currency} on ${formatDay(payment.capturedAt)}
for ${payment.planName} of ${payment.pageName} (${payment.interval}, ${payment.kind}): ${money(feeCents)} platform, ${money(netCents)} creator
${money(refundedCents)} went back, ${money(amountCents - refundedCents)} is left`)
  for (const refund of await listRefundsOfPayment(db, payment.id)) printRefund(refund)
}

function printRefund(refund: RefundForOperator): void {
  const {
    id,
    status,
    amountCents,
    currency,
    origin,
    decidedBy,
    operator,
    reason,
    decisionNote,
    bankReference,
  } = refund
  const by = decidedBy === null ? 'nobody yet' : operator === '' ? decidedBy : `${decidedBy} (${operator})`
  const words = [reason, decisionNote].filter((text) => text !== '').join(' / ')
  console.log(
    `refund ${id}: ${status}, ${formatCents(amountCents, currency)}, requested by ${origin}, decided by ${by}${bankReference === '' ? '' : `, paid by transfer ${bankReference}`}: ${words}`,
  )
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
