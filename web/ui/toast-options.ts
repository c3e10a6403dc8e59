export type ToastOptions = {
  /** A second line. */
  description?: string
  /** How long it stays, in milliseconds; 5,000 when absent. */
  durationMs?: number
  /** One action, such as "Undo". */
  action?: { label: string; onClick: () => void }
  /** A toast with the id of a visible one replaces it. */
  id?: string
}
