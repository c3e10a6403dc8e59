import type { OutgoingEvent } from '../webhooks/envelope.ts'
import type { SandboxClock } from './clock.ts'
import type { InvoiceIndex } from './invoice-index.ts'
import type { State } from './state.ts'

/** What every part of the sandbox works with: the account, its data, its time. */
export interface Context {
  readonly keyId: string
  readonly keySecret: string
  readonly merchantName: string
  /** The sandbox's own address, e.g. http://localhost:13000, without /v1. */
  readonly publicUrl: string
  readonly state: State
  readonly clock: SandboxClock
  readonly invoices: InvoiceIndex
  /** Seeded; every chance the knobs take comes from here. */
  random(): number
  /** Queues webhooks for one thing that happened; their order within the batch is not promised. */
  emit(batch: OutgoingEvent[]): void
}
