import type { SandboxClock } from './clock.ts'
import type { InvoiceIndex } from './invoice-index.ts'
import type { OutgoingEvent } from './outgoing-event.ts'
import type { State } from './state.ts'

/** Shared by every part of the sandbox: the account, its data, its time. */
export interface Context {
  readonly keyId: string
  readonly keySecret: string
  readonly merchantName: string
  /** The sandbox's own address, e.g. http://localhost:13000, without /v1. */
  readonly publicUrl: string
  readonly state: State
  readonly clock: SandboxClock
  readonly invoices: InvoiceIndex
  /** Seeded; the knobs draw all their random numbers from here. */
  random(): number
  /** Queues the webhooks for one event; their order within the batch is not guaranteed. */
  emit(batch: OutgoingEvent[]): void
}
