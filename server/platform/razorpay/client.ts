import * as z from 'zod/mini'
import { parse } from 'zod/v4/core'

import { refuseInTransaction } from '../db/transaction.ts'
import { RESTORED_COPY } from '../restored-copy.ts'
import { askedPath } from './asked-path.ts'
import { answerDisputes, type DisputeAnswers } from './dispute-answers.ts'
import {
  type RazorpayInvoice,
  razorpayInvoice,
  type RazorpayPayment,
  razorpayPayment,
  type RazorpayPayout,
  razorpayPayout,
  razorpayPlan,
  type RazorpayRefund,
  razorpayRefund,
  type RazorpaySubscription,
  razorpaySubscription,
} from './entities.ts'
import { listAll } from './lists.ts'
import { reportSettlements, type SettlementReports } from './settlement-reports.ts'
import { inSpan, noteInSpan } from '../tracing/spans.ts'
import type { WebhookSecrets } from './signature.ts'
import { changeSubscriptions, type SubscriptionChanges } from './subscription-changes.ts'

/**
 * The provider didn't do what we asked. `isCertain` is false when the answer was lost or can't be trusted: the effect
 * may exist, so look first before retrying.
 */
export class RazorpayError extends Error {
  readonly status: number | null
  readonly isCertain: boolean
  /** The reason it gave, for {@link refusalOf} (refusals.ts); empty where it gave none. */
  readonly description: string

  constructor(
    message: string,
    options: { status: number | null; isCertain: boolean; description?: string; cause?: unknown },
  ) {
    super(message, { cause: options.cause })
    this.name = 'RazorpayError'
    this.status = options.status
    this.isCertain = options.isCertain
    this.description = options.description ?? ''
  }
}

export interface RazorpayClient extends SubscriptionChanges, SettlementReports, DisputeAnswers {
  keyId: string
  keySecret: string
  webhookSecrets: WebhookSecrets
  /** Address of checkout.js for the browser. */
  checkoutUrl: string
  createPlan(plan: {
    period: 'monthly' | 'yearly'
    name: string
    amountCents: number
    currency: string
    notes: Record<string, string>
  }): Promise<{ id: string }>
  getPlan(id: string): Promise<{ id: string }>
  createSubscription(subscription: {
    planId: string
    totalCount: number
    notes: Record<string, string>
    /** Absent: the first period begins with the first payment. */
    startsAt?: Date
    /** It can be paid until then. */
    expiresAt?: Date
    /** Charged when the card is registered. */
    upfront?: { name: string; amountCents: number; currency: string }
  }): Promise<RazorpaySubscription>
  /** Every subscription of a plan made since then, newest first; from some minutes earlier, as clocks differ. */
  listSubscriptions(planId: string, since: Date): Promise<RazorpaySubscription[]>
  getSubscription(id: string): Promise<RazorpaySubscription>
  cancelSubscription(id: string, options: { isAtPeriodEnd: boolean }): Promise<void>
  /** Stops charging; the periods that pass meanwhile are skipped. */
  pauseSubscription(id: string): Promise<void>
  /** Charges again from the next boundary of the old calendar on. */
  resumeSubscription(id: string): Promise<void>
  /** Newest first. */
  listInvoices(subscriptionId: string): Promise<RazorpayInvoice[]>
  getInvoice(id: string): Promise<RazorpayInvoice>
  getPayment(id: string): Promise<RazorpayPayment>
  /** Every payment made since then, newest first; from some minutes earlier, as clocks differ. */
  listPayments(since: Date): Promise<RazorpayPayment[]>
  /** The key makes a repeat the same refund. */
  refundPayment(
    paymentId: string,
    refund: { amountCents: number; notes: Record<string, string>; idempotencyKey: string },
  ): Promise<RazorpayRefund>
  /** All refunds of a payment, newest first. */
  listRefunds(paymentId: string): Promise<RazorpayRefund[]>
  /** Refunds made since then, newest first; from some minutes earlier, as clocks differ. */
  listRecentRefunds(since: Date): Promise<RazorpayRefund[]>
  /** Repeating it with the same person returns the same contact. */
  createContact(contact: { name: string; referenceId: string }): Promise<{ id: string }>
  /** Repeating it with the same account returns the same one. */
  createFundAccount(account: {
    contactId: string
    holder: string
    bank: { accountNumber: string; ifsc: string } | null
    upiId: string
  }): Promise<{ id: string }>
  /** In rupees only. The key makes a repeat the same payout; a fresh one would pay twice. */
  createPayout(payout: {
    accountNumber: string
    fundAccountId: string
    amountPaise: number
    mode: 'IMPS' | 'UPI'
    referenceId: string
    idempotencyKey: string
  }): Promise<RazorpayPayout>
  getPayout(id: string): Promise<RazorpayPayout>
}

const TIMEOUT_MS = 10_000

/** A thin client of our own: the official SDK waits forever and hides network errors (see docs/decisions). */
export function createRazorpayClient(options: {
  keyId: string
  keySecret: string
  webhookSecrets: WebhookSecrets
  /** Base without /v1. */
  apiUrl: string
  checkoutUrl: string
  /** In a restored copy: the provider is asked, and nothing is changed there. */
  isReadOnly?: boolean
}): RazorpayClient {
  const authorization = `Basic ${Buffer.from(`${options.keyId}:${options.keySecret}`).toString('base64')}`

  async function ask<Schema extends z.core.$ZodType>(
    answer: Schema,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<z.core.output<Schema>> {
    refuseInTransaction('The payment provider')
    return inSpan(`razorpay ${method} ${askedPath(path)}`, 'client', { 'http.request.method': method }, () =>
      askNow(answer, method, path, body, headers),
    )
  }

  async function askNow<Schema extends z.core.$ZodType>(
    answer: Schema,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<z.core.output<Schema>> {
    // Not certain, so nothing that was under way when the copy was made is given up for it.
    if (options.isReadOnly && method !== 'GET')
      throw new RazorpayError(`${method} ${path}: ${RESTORED_COPY}`, { status: null, isCertain: false })
    let status: number | null = null
    let text: string
    try {
      const response = await fetch(`${options.apiUrl}/v1${path}`, {
        method,
        headers: {
          authorization,
          ...headers,
          // A form says itself where its parts end.
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      status = response.status
      noteInSpan({ 'http.response.status_code': status })
      text = await response.text()
    } catch (cause) {
      throw new RazorpayError(`Razorpay did not answer ${method} ${path}`, {
        status,
        isCertain: false,
        cause,
      })
    }
    if (status >= 200 && status < 300) {
      try {
        return parse(answer, JSON.parse(text))
      } catch (cause) {
        throw new RazorpayError(`Razorpay answered ${method} ${path} with something else`, {
          status,
          isCertain: false,
          cause,
        })
      }
    }
    const description = descriptionOf(text)
    throw new RazorpayError(
      `Razorpay refused ${method} ${path}: ${description || 'no reason given'} (${status})`,
      // A 5xx may have come after the effect; a 4xx has none.
      { status, isCertain: status < 500, description },
    )
  }

  return {
    keyId: options.keyId,
    keySecret: options.keySecret,
    webhookSecrets: options.webhookSecrets,
    checkoutUrl: options.checkoutUrl,
    ...changeSubscriptions(ask),
    ...reportSettlements(ask),
    ...answerDisputes(ask),
    createPlan: ({ period, name, amountCents, currency, notes }) =>
      ask(razorpayPlan, 'POST', '/plans', {
        period,
        interval: 1,
        item: { name, amount: amountCents, currency },
        notes,
      }),
    getPlan: (id) => ask(razorpayPlan, 'GET', `/plans/${enc(id)}`),
    createSubscription: ({ planId, totalCount, notes, startsAt, expiresAt, upfront }) =>
      ask(razorpaySubscription, 'POST', '/subscriptions', {
        plan_id: planId,
        total_count: totalCount,
        customer_notify: false,
        notes,
        ...(startsAt && { start_at: Math.floor(startsAt.getTime() / 1000) }),
        ...(expiresAt && { expire_by: Math.floor(expiresAt.getTime() / 1000) }),
        ...(upfront && {
          addons: [{ item: { name: upfront.name, amount: upfront.amountCents, currency: upfront.currency } }],
        }),
      }),
    listSubscriptions: (planId, since) =>
      listAll(ask, razorpaySubscription, `/subscriptions?plan_id=${enc(planId)}&`, since),
    listPayments: (since) => listAll(ask, razorpayPayment, '/payments?', since),
    getSubscription: (id) => ask(razorpaySubscription, 'GET', `/subscriptions/${enc(id)}`),
    cancelSubscription: async (id, { isAtPeriodEnd }) =>
      void (await ask(razorpaySubscription, 'POST', `/subscriptions/${enc(id)}/cancel`, {
        cancel_at_cycle_end: isAtPeriodEnd ? 1 : 0,
      })),
    pauseSubscription: async (id) =>
      void (await ask(razorpaySubscription, 'POST', `/subscriptions/${enc(id)}/pause`, { pause_at: 'now' })),
    resumeSubscription: async (id) =>
      void (await ask(razorpaySubscription, 'POST', `/subscriptions/${enc(id)}/resume`, {
        resume_at: 'now',
      })),
    listInvoices: (subscriptionId) =>
      listAll(ask, razorpayInvoice, `/invoices?subscription_id=${enc(subscriptionId)}&`),
    getInvoice: (id) => ask(razorpayInvoice, 'GET', `/invoices/${enc(id)}`),
    getPayment: (id) => ask(razorpayPayment, 'GET', `/payments/${enc(id)}`),
    refundPayment: (paymentId, { amountCents, notes, idempotencyKey }) =>
      ask(
        razorpayRefund,
        'POST',
        `/payments/${enc(paymentId)}/refund`,
        { amount: amountCents, speed: 'normal', notes },
        { 'x-refund-idempotency': idempotencyKey },
      ),
    listRefunds: (paymentId) => listAll(ask, razorpayRefund, `/payments/${enc(paymentId)}/refunds?`),
    listRecentRefunds: (since) => listAll(ask, razorpayRefund, '/refunds?', since),
    createContact: ({ name, referenceId }) =>
      ask(razorpayPlan, 'POST', '/contacts', { name: name.slice(0, 50), reference_id: referenceId }),
    createFundAccount: ({ contactId, holder, bank, upiId }) =>
      ask(razorpayPlan, 'POST', '/fund_accounts', {
        contact_id: contactId,
        ...(bank
          ? {
              account_type: 'bank_account',
              bank_account: { name: holder, ifsc: bank.ifsc, account_number: bank.accountNumber },
            }
          : { account_type: 'vpa', vpa: { address: upiId } }),
      }),
    createPayout: ({ accountNumber, fundAccountId, amountPaise, mode, referenceId, idempotencyKey }) =>
      ask(
        razorpayPayout,
        'POST',
        '/payouts',
        {
          account_number: accountNumber,
          fund_account_id: fundAccountId,
          amount: amountPaise,
          currency: 'INR',
          mode,
          purpose: 'payout',
          queue_if_low_balance: true,
          reference_id: referenceId,
        },
        { 'x-payout-idempotency': idempotencyKey },
      ),
    getPayout: (id) => ask(razorpayPayout, 'GET', `/payouts/${enc(id)}`),
  }
}

const enc = encodeURIComponent

const errorBody = z.object({ error: z.object({ description: z.string() }) })

function descriptionOf(text: string): string {
  try {
    return parse(errorBody, JSON.parse(text)).error.description
  } catch {
    return ''
  }
}
