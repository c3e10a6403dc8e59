/*
 * What the rules of insights say of a membership, written from their text alone: nothing of the product is imported
 * here, so that a mistake in a formula can't prove itself. Moments are milliseconds, amounts twelfths of a cent.
 */

export const DAY_MS = 86_400_000
const PERIOD_MS = 30 * DAY_MS
const GRACE_MS = 7 * DAY_MS

/** A membership at a moment. */
export interface Life {
  status: 'active' | 'paused' | 'canceled'
  endsWithPeriod: boolean
  /** Began with the last payment. */
  paidFrom: number
  paidUntil: number
  isYearly: boolean
  /** Of a month or a year, in cents. */
  priceCents: number
  plan: number
}

/** What held of a membership from a moment on. */
export interface Held {
  from: number
  twelfths: number
  accessEnds: number
}

export type JumpKind = 'new' | 'returned' | 'up' | 'down' | 'lost'

/** A change of what a member brings by the month. */
export interface Jump {
  at: number
  kind: JumpKind
  twelfths: number
}

export const TURNS = [
  'renew',
  'dearer',
  'cheaper',
  'cancel',
  'undo',
  'end',
  'pause',
  'resume',
  'wait',
  'rejoin',
] as const
export type Turn = (typeof TURNS)[number]

/** A week after the paid time for what is meant to go on, otherwise with it. */
export function accessEnds({ status, endsWithPeriod, paidUntil }: Life): number {
  return status === 'active' && !endsWithPeriod ? paidUntil + GRACE_MS : paidUntil
}

/** A yearly price by the month is a twelfth of it; while paused it brings nothing. */
export function heldFrom(life: Life, from: number): Held {
  const twelfths = life.isYearly ? life.priceCents : life.priceCents * 12
  return { from, twelfths: life.status === 'paused' ? 0 : twelfths, accessEnds: accessEnds(life) }
}

export function begun(at: number, terms: Pick<Life, 'isYearly' | 'priceCents' | 'plan'>): Life {
  return { ...terms, status: 'active', endsWithPeriod: false, paidFrom: at, paidUntil: at + PERIOD_MS }
}

/** One thing that may happen to a membership; null: not now. `endsNow`: refunded, so that access is over at once. */
export function turned(
  life: Life,
  turn: Turn,
  given: { at: number; priceCents: number; plan: number; endsNow: boolean },
): Life | null {
  const { at, plan, endsNow } = given
  const isOver = accessEnds(life) <= at
  if (turn === 'renew') {
    const from = isOver || life.status === 'paused' ? at : life.paidUntil
    return { ...begun(from, life), paidFrom: from }
  }
  if (isOver) return null
  const isActive = life.status === 'active'
  switch (turn) {
    case 'dearer':
    case 'cheaper':
      return isActive ? { ...life, plan, priceCents: given.priceCents * (life.isYearly ? 12 : 1) } : null
    case 'cancel':
      return isActive && at < life.paidUntil ? { ...life, endsWithPeriod: true } : null
    case 'undo':
      return at < life.paidUntil ? { ...life, endsWithPeriod: false } : null
    case 'end': {
      const paidUntil = endsNow ? Math.min(at, life.paidUntil) : life.paidUntil
      return { ...life, status: 'canceled', endsWithPeriod: false, paidUntil }
    }
    case 'pause':
      return isActive ? { ...life, status: 'paused' } : null
    case 'resume':
      return life.status === 'paused' ? { ...life, status: 'active' } : null
    default:
      return null
  }
}

/** What a membership brings at a moment. */
export function twelfthsAt(history: readonly Held[], moment: number): number {
  const held = history.findLast(({ from }) => from < moment)
  return held && moment <= held.accessEnds ? held.twelfths : 0
}

/** Every change of what one member's memberships bring, in order; only their very first is new. */
export function jumpsOf(memberships: readonly (readonly Held[])[]): Jump[] {
  const changes = memberships.flatMap(changesOf).toSorted((a, b) => a.at - b.at)
  let hasCome = false
  return changes.map(({ at, before, after }) => {
    const isArrival = before === 0
    const kind = isArrival
      ? hasCome
        ? ('returned' as const)
        : ('new' as const)
      : after === 0
        ? ('lost' as const)
        : after > before
          ? ('up' as const)
          : ('down' as const)
    hasCome = true
    return { at, kind, twelfths: Math.abs(after - before) }
  })
}

function changesOf(history: readonly Held[]): { at: number; before: number; after: number }[] {
  const changes: { at: number; before: number; after: number }[] = []
  let value = 0
  const set = (at: number, after: number) => {
    if (after !== value) changes.push({ at, before: value, after })
    value = after
  }
  for (const [index, { from, twelfths, accessEnds: end }] of history.entries()) {
    set(from, from < end ? twelfths : 0)
    if (from < end && end < (history[index + 1]?.from ?? Infinity)) set(end, 0)
  }
  return changes
}
