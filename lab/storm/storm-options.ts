/** The ingredients of a storm. */
export interface StormOptions {
  events: number
  /** Shares from 0 to 1. */
  duplicated: number
  reordered: number
  forged: number
  kills: number
  seed: number
}
