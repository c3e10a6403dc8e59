export type MovementKind = 'new' | 'returned' | 'up' | 'down' | 'lost'

/** What a membership is counted for so far. */
export interface Standing {
  twelfths: number
  /** When access ends, as known so far; null: not counted. */
  countedUntil: Date | null
  /** Its latest movement. */
  lastAt: Date | null
}

/** What it is now: a price by the month, and the time it is paid for. */
export interface Facts {
  twelfths: number
  isPaused: boolean
  /** When the paid period began. */
  paidFrom: Date | null
  /** When access ends, grace period included; null: never paid. */
  accessEnds: Date | null
}

export interface Step {
  kind: MovementKind
  at: Date
  deltaTwelfths: number
}

/**
 * The movements from what was counted to what holds since `at`. Access that ran out ended on its own day, whenever it
 * is noticed; a membership that was paid for anew only after that has left and returned.
 */
export function stepsTo(
  before: Standing,
  facts: Facts,
  { at, isKnown }: { at: Date; isKnown: boolean },
): Step[] {
  const steps: Step[] = []
  const { countedUntil, lastAt } = before
  const notBeforeLast = (moment: Date) => (lastAt !== null && moment < lastAt ? lastAt : moment)
  const counts = !facts.isPaused && facts.accessEnds !== null && at < facts.accessEnds
  const wanted = counts ? facts.twelfths : 0
  let twelfths = before.twelfths
  const hasGap = countedUntil !== null && facts.paidFrom !== null && countedUntil < facts.paidFrom
  if (twelfths > 0 && (wanted === 0 || hasGap)) {
    const ranOut = countedUntil !== null && countedUntil < at ? countedUntil : at
    steps.push({ kind: 'lost', at: notBeforeLast(ranOut), deltaTwelfths: -twelfths })
    twelfths = 0
  }
  if (wanted === twelfths) return steps
  const kind = twelfths > 0 ? (wanted > twelfths ? 'up' : 'down') : isKnown ? 'returned' : 'new'
  steps.push({ kind, at: notBeforeLast(at), deltaTwelfths: wanted - twelfths })
  return steps
}

/** The same for a membership that began before it was counted: it joined on the terms that it has. */
export function stepsSinceJoining(
  facts: Facts,
  { joinedAt, at, isKnown }: { joinedAt: Date; at: Date; isKnown: boolean },
): Step[] {
  const { accessEnds, twelfths } = facts
  if (accessEnds === null || accessEnds <= joinedAt) return []
  const joined: Step = { kind: isKnown ? 'returned' : 'new', at: joinedAt, deltaTwelfths: twelfths }
  const standing = { twelfths, countedUntil: accessEnds, lastAt: joinedAt }
  return [joined, ...stepsTo(standing, facts, { at, isKnown: true })]
}
