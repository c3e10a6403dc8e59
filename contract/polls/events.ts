/** What was counted: people, and the weight of their votes. */
export interface PollTotals {
  voters: number
  weight: number
  /** In the order of the options. */
  options: { votes: number; weight: number }[]
}

/**
 * What is heard on `poll:<id>`, by whoever may see the poll, at most once a second. `totals`: null where not everyone may
 * see them now; whoever may fetches the poll anew, as all do once its `revision` is another.
 */
export interface PollEvent {
  name: 'poll.totals'
  data: { totals: PollTotals | null; isClosed: boolean; revision: number }
}
