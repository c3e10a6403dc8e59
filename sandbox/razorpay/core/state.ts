import { mkdirSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import type {
  Customer,
  Dispute,
  ExtraAddon,
  Invoice,
  Order,
  Payment,
  Payout,
  Plan,
  Refund,
  Settlement,
  Subscription,
  UploadedDocument,
} from './entities.ts'
import { defaultKnobs, type Knobs } from './knobs.ts'

export interface DeliveryAttempt {
  at: number
  status: number | null
  error: string | null
  durationMs: number
}

export interface WebhookEvent {
  id: string
  event: string
  body: string
  createdAt: number
  /** Signed with the secret in force when the event arose, as Razorpay does after a rotation. */
  secret: string
  status: 'queued' | 'delivered' | 'retrying' | 'dropped' | 'exhausted' | 'skipped'
  isForged: boolean
  entityIds: string[]
  attempts: DeliveryAttempt[]
  nextAttemptAt: number | null
  replayCount: number
}

export interface IdempotentReply {
  fingerprint: string
  refundId: string
}

export interface State {
  version: 1
  accountId: string
  clockOffsetSeconds: number
  knobs: Knobs
  webhook: { isEnabled: boolean; secret: string | null }
  plans: Record<string, Plan>
  subscriptions: Record<string, Subscription>
  customers: Record<string, Customer>
  orders: Record<string, Order>
  invoices: Record<string, Invoice>
  addons: Record<string, ExtraAddon>
  payments: Record<string, Payment>
  refunds: Record<string, Refund>
  refundKeys: Record<string, IdempotentReply>
  disputes: Record<string, Dispute>
  documents: Record<string, UploadedDocument>
  /** Keyed by content: the same contact again is the same entry. */
  contacts: Record<string, string>
  fundAccounts: Record<string, string>
  payouts: Record<string, Payout>
  payoutKeys: Record<string, IdempotentReply>
  settlements: Record<string, Settlement>
  /** Paise the merchant keeps with the provider, so refunds don't have to wait for new payments. */
  reserve: number
  events: Record<string, WebhookEvent>
}

/** Five lakh rupees, about six thousand dollars: enough for the refunds of tests and demos. */
const FIRST_RESERVE_PAISE = 50_000_000

/** An unused sandbox; its clock may differ from real time. */
export function emptyState(accountId: string, clockOffsetSeconds = 0): State {
  return {
    version: 1,
    accountId,
    clockOffsetSeconds,
    knobs: defaultKnobs(),
    webhook: { isEnabled: true, secret: null },
    plans: {},
    subscriptions: {},
    customers: {},
    orders: {},
    invoices: {},
    addons: {},
    payments: {},
    refunds: {},
    refundKeys: {},
    disputes: {},
    documents: {},
    contacts: {},
    fundAccounts: {},
    payouts: {},
    payoutKeys: {},
    settlements: {},
    reserve: FIRST_RESERVE_PAISE,
    events: {},
  }
}

function isState(value: unknown): value is State {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === 1
}

/** Reads the stored file; a missing file is an empty sandbox, a damaged one an error worth stopping for. */
export function readState(path: string, accountId: string, clockOffsetSeconds = 0): State {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return emptyState(accountId, clockOffsetSeconds)
    throw error
  }
  const parsed: unknown = JSON.parse(text)
  if (!isState(parsed)) throw new Error(`${path} is not a sandbox state file of this version`)
  return { ...emptyState(accountId), ...parsed, knobs: { ...defaultKnobs(), ...parsed.knobs } }
}

const MAX_FINISHED_EVENTS_ON_DISK = 500

/** The state as text: every undelivered event, but only the latest of the finished ones. */
export function stateText(state: State): string {
  const all = Object.entries(state.events)
  const finished = all.filter(([, event]) => event.status !== 'queued' && event.status !== 'retrying')
  const forgotten = new Set(finished.slice(0, -MAX_FINISHED_EVENTS_ON_DISK).map(([id]) => id))
  const events = Object.fromEntries(all.filter(([id]) => !forgotten.has(id)))
  return JSON.stringify({ ...state, events })
}

export interface StateWriter {
  /** Resolves once everything changed before the call is on disk. Calls made meanwhile share one write. */
  save(): Promise<void>
}

/** Writes the whole state to a temporary file and renames it, so a kill never leaves half a file. */
export function createStateWriter(path: string | undefined, serialise: () => string): StateWriter {
  if (path === undefined) return { save: () => Promise.resolve() }
  const target = path
  mkdirSync(dirname(target), { recursive: true })
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function write(): Promise<void> {
    const temporary = `${target}.${process.pid}.tmp`
    await writeFile(temporary, serialise(), { mode: 0o600 })
    await rename(temporary, target)
  }

  async function writeAfter(previous: Promise<void>): Promise<void> {
    await previous.catch(() => undefined)
    running = next
    next = null
    await write()
  }

  function save(): Promise<void> {
    if (running === null) {
      running = write()
      void settle(running)
      return running
    }
    if (next === null) {
      next = writeAfter(running)
      void settle(next)
    }
    return next
  }

  async function settle(promise: Promise<void>): Promise<void> {
    await promise.catch(() => undefined)
    if (running === promise) running = null
  }

  return { save }
}
