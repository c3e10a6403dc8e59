/* How fast a figure grows, and how sure that is. */

export interface Slope {
  /** By the hour. */
  perHour: number
  /** It lies this far from that at most, with a confidence of 95 %. */
  plusMinus: number
}

export interface Sample {
  atMs: number
  value: number
}

/**
 * By least squares. Neighbouring samples are alike, since memory is given back now and then, so they count for as many as
 * their likeness leaves (n (1 − r) / (1 + r), r: how alike neighbours are).
 */
export function slopeOf(samples: readonly Sample[]): Slope {
  const count = samples.length
  const [meanAt, meanValue] = [mean(samples.map(({ atMs }) => atMs)), mean(samples.map(({ value }) => value))]
  const spread = sum(samples.map(({ atMs }) => (atMs - meanAt) ** 2))
  const slope = sum(samples.map(({ atMs, value }) => (atMs - meanAt) * (value - meanValue))) / spread
  const residuals = samples.map(({ atMs, value }) => value - meanValue - slope * (atMs - meanAt))
  const squares = sum(residuals.map((residual) => residual ** 2))
  const alike =
    squares === 0 ? 0 : sum(residuals.slice(1).map((next, at) => next * (residuals[at] ?? 0))) / squares
  const counted = Math.max(3, (count * (1 - Math.max(0, alike))) / (1 + Math.max(0, alike)))
  const error = Math.sqrt((squares / Math.max(1, count - 2) / spread) * (count / counted))
  return { perHour: slope * HOUR_MS, plusMinus: 1.96 * error * HOUR_MS }
}

const HOUR_MS = 3_600_000

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length
}
