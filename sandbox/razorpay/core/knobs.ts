export const FAILURE_MODES = [
  'rate_limit',
  'bad_request',
  'error_before_effect',
  'error_after_effect',
  'reset_after_effect',
  'stall',
  'html_502',
  'truncated_json',
] as const

export type FailureMode = (typeof FAILURE_MODES)[number]

/** One planned API failure: it hits the next `times` matching calls, or all of them until it is removed (null). */
export interface PlannedFailure {
  mode: FailureMode
  times: number | null
  method: string | null
  pathIncludes: string | null
}

export interface Knobs {
  seed: number
  duplicateProbability: number
  /** How many deliveries may be held back so that later ones overtake them. */
  reorderWindow: number
  dropProbability: number
  forgeProbability: number
  delayMs: number
  concurrency: number
  stallMs: number
  refundOutcome: 'processed' | 'pending' | 'failed'
  /** How long the bank takes to process a refund that isn't processed at once. */
  refundDays: number
  /** Every Indian card is debited this many hours before the charge is due. */
  debitAheadHours: number
  /** Plans in this currency are refused, as in an account without international payments; "": none. */
  refusedCurrency: string
  failures: PlannedFailure[]
  failureRates: Partial<Record<FailureMode, number>>
}

export function defaultKnobs(): Knobs {
  return {
    seed: 1,
    duplicateProbability: 0,
    reorderWindow: 0,
    dropProbability: 0,
    forgeProbability: 0,
    delayMs: 0,
    concurrency: 4,
    stallMs: 30_000,
    refundOutcome: 'processed',
    refundDays: 5,
    debitAheadHours: 0,
    refusedCurrency: '',
    failures: [],
    failureRates: {},
  }
}
