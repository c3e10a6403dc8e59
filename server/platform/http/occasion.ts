/** What every call has, wherever it comes from. */
export interface Occasion {
  /** One moment for the whole call. */
  now: Date
  /** The reference that the log and the audit log repeat. */
  requestId: string
}
