/** Something in the books that is not as it must be. */
export interface Finding {
  /** The key of the row that was looked at. */
  key: string
  problem: string
  /** As people name it: a reference of the ledger, or the provider's id. */
  subject: string
  /** null where it is not about an amount. */
  currency: string | null
  /** What is there, less what should be there, in minor units; zero where it is not about an amount. */
  differenceMinor: number
  /** The id of what to open to see it, if that isn't the key. */
  placeId?: string
  /** Since when, if that is known; otherwise since it was found. */
  since?: Date
}

/** The rows to look at: their keys, or all of them. */
export type Among = readonly string[] | 'all'

/** At most so many are found at a time; more of them say nothing new. */
export const FOUND_MOST = 500
