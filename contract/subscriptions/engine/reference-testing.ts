import {
  boughtUntil,
  costOf,
  type Deal,
  down,
  type Fraction,
  greater,
  midnightInIndia,
  monthsOf,
  type ReferencePlan,
  type Interval,
  seconds,
  type Stretch,
  tenYearsAfter,
  up,
  walk,
} from './reference-calendar-testing.ts'

export type { ReferencePlan, Interval } from './reference-calendar-testing.ts'

/** Time on a deal that was left behind, as much as remained then. */
interface Left {
  deal: Deal
  stretch: Stretch
  at: bigint
}

/*
 * The rules of billing implemented a second time, from their wording and with nothing of the engine in it: a diary of
 * paid stretches in whole seconds, fractions as pairs of big integers, days counted by walking the calendar. The rules:
 *
 * Paid time is worth its share of what the period was worth, by the second. Dearer at the same interval, now: the
 * difference for the rest of the period is paid, without the fraction of a cent; below 50 cents it waits, and is added
 * to the next such difference or the next charge, whichever comes first. Anything else now: the worth, without the
 * fraction of a cent, buys time on the new deal by the calendar, a begun second counting as one; at least an hour. Back
 * on a deal left since the last payment: at the second it was left it is unchanged, later the unused share of the time
 * that was left of it. At the period's end: nothing now.
 */
export class Reference {
  state = 'pending'
  deal: Deal
  later: (Deal & { from: number }) | null = null
  stretch: Stretch | null = null
  left: Left[] = []
  /** Cents that are owed and wait for the next charge. */
  owed = 0n
  /** Milliseconds: the paid time lasts until then. */
  paidTo: number | null = null
  isStopping = false
  periods = 0
  /** The state before each upgrade that was paid in the running period. */
  undo: { deal: Deal; stretch: Stretch | null; paidTo: number }[] = []

  constructor(plan: ReferencePlan, interval: Interval) {
    this.deal = dealOn(plan, interval)
  }

  /** The provider charged one period that ends then. */
  charge(endsAt: number, count: number, cents: number): void {
    if (this.later && endsAt > this.later.from) this.takeLater()
    if (['pending', 'active', 'past_due', 'expired', 'failed'].includes(this.state)) this.state = 'active'
    this.pay(endsAt, cents)
    if (count > this.periods) {
      this.periods = count
      this.undo = []
    }
  }

  fail(): void {
    if (this.state === 'active') this.state = 'past_due'
  }

  stop(): void {
    this.isStopping = true
  }

  reactivate(): void {
    this.isStopping = false
  }

  pause(): void {
    if (this.isStopping) return
    if (this.state === 'active' || this.state === 'past_due') this.state = 'paused'
  }

  unpause(): void {
    if (this.state === 'paused') this.state = 'active'
  }

  /** The paid time is kept to its end, as after a cancellation. */
  endAtProvider(now: number): void {
    if (this.state === 'pending') this.state = 'expired'
    else if (this.state === 'past_due') this.state = 'canceled'
    else if (this.state === 'active') {
      this.isStopping = true
      this.pass(now)
    }
  }

  startAgain(endsAt: number, cents: number): void {
    if (this.later) this.takeLater()
    this.state = 'active'
    this.isStopping = false
    this.undo = []
    this.pay(endsAt, cents)
  }

  /** With paid time left nothing is charged, and terms agreed for later stay. */
  reactivateByCard(): void {
    this.state = 'active'
    this.isStopping = false
  }

  /** The newest payment goes back: an upgrade is undone, a period ends. */
  refund(now: number): void {
    const before = this.undo.pop()
    const isRunning = ['pending', 'active', 'past_due', 'paused'].includes(this.state)
    this.left = []
    this.owed = 0n
    if (before && before.paidTo > now && this.paidTo !== null && this.paidTo > now) {
      this.deal = before.deal
      this.stretch = before.stretch
      // To the day that was paid, even if the upgrade was since turned into fewer days of another plan.
      this.paidTo = before.paidTo
      this.later = null
      if (isRunning) this.isStopping = true
      return
    }
    this.undo = []
    this.stretch = null
    if (isRunning) this.state = 'canceled'
    this.later = null
    if (this.paidTo !== null && this.paidTo > now) this.paidTo = now
  }

  pass(now: number): void {
    if (this.lastMoment() > now) return
    if (this.state === 'past_due') this.state = this.isStopping ? 'canceled' : 'paused'
    if (this.state === 'active' && this.isStopping) this.state = 'canceled'
  }

  /** The moment the posts close again; 0 if they never opened. */
  lastMoment(): number {
    if (this.paidTo === null) return 0
    const hopes = (this.state === 'active' || this.state === 'past_due') && !this.isStopping
    return hopes ? this.paidTo + 7 * 86_400_000 : this.paidTo
  }

  /** What changing costs now, and how far the paid time then reaches; or why it isn't possible. */
  quote(plan: ReferencePlan, interval: Interval, atOnce: boolean, now: number): string {
    const told = this.outcome(dealOn(plan, interval), atOnce, now)
    if (typeof told === 'string') return told
    const { pay, worth, stretch } = told
    const until = atOnce ? Number(stretch.to) * 1000 : this.paidTo
    return `pay ${pay} owe ${told.owed} worth ${worth} until ${until} then ${told.to.price}`
  }

  /** The change quoted at that moment takes effect. */
  change(plan: ReferencePlan, interval: Interval, atOnce: boolean, now: number): void {
    const told = this.outcome(dealOn(plan, interval), atOnce, now)
    if (typeof told === 'string' || this.paidTo === null) return
    const { to, pay, owed, stretch, left } = told
    if (pay > 0n) this.undo.push({ deal: this.deal, stretch: this.stretch, paidTo: this.paidTo })
    this.isStopping = false
    if (!atOnce) {
      this.later = isSame(to, this.deal) ? null : { ...to, from: this.paidTo }
      return
    }
    this.later = null
    this.deal = to
    this.stretch = stretch
    this.left = left
    this.owed = owed
    this.paidTo = Number(stretch.to) * 1000
  }

  /** Days and amounts of all charges before a moment. */
  ahead(before: number): [number, number][] {
    if (this.state !== 'active' || this.isStopping || this.paidTo === null) return []
    const { interval, price } = this.later ?? this.deal
    const list: [number, number][] = []
    for (let step = 0; ; step += monthsOf(interval)) {
      const at = step === 0 ? this.paidTo : midnightInIndia(this.paidTo, step)
      if (at >= before) return list
      list.push([at, Number(step === 0 ? price + this.owed : price)])
    }
  }

  private outcome(to: Deal, atOnce: boolean, now: number) {
    const { stretch, paidTo } = this
    if (this.state !== 'active' || paidTo === null || stretch === null) return 'not_changeable'
    if (isSame(to, this.deal) && !(this.later && !atOnce)) return 'same_plan'
    const second = seconds(now)
    if (seconds(paidTo) - second < 3600n) return 'renewal_near'
    if (atOnce && stretch.from > second) return 'renewal_near'
    const rest: Fraction = [stretch.to - second, stretch.to - stretch.from]
    const worth = atOnce ? down(stretch.cents, rest) : 0n
    const isDearer = to.interval === this.deal.interval && to.price > this.deal.price
    const settled = !atOnce
      ? { pay: 0n, owed: this.owed, stretch, left: this.left }
      : isDearer && !this.left.some(({ deal }) => isSame(deal, to))
        ? this.topUp(stretch, to, rest)
        : {
            pay: 0n,
            owed: this.owed,
            stretch: this.turned(stretch, to, second),
            left: this.leave(stretch, to, second),
          }
    if (settled.stretch.to > tenYearsAfter(now)) return 'credit_too_long'
    return { to, worth, ...settled }
  }

  private topUp(stretch: Stretch, to: Deal, rest: Fraction) {
    const cents = stretch.isCharged ? to.price : greater(stretch.cents, costOf(stretch, to))
    const difference = down(cents - stretch.cents, rest)
    const due = this.owed + difference
    const [pay, owed] = due < 50n ? [0n, due] : [due, 0n]
    return { pay, owed, stretch: { ...stretch, cents }, left: [] }
  }

  /** The unused part of a stretch, turned into time on another deal. */
  private turned(stretch: Stretch, to: Deal, second: bigint): Stretch {
    const cents = down(stretch.cents, [stretch.to - second, stretch.to - stretch.from])
    const before = this.left.find(({ deal }) => isSame(deal, to))
    if (!before)
      return {
        from: second,
        to: greater(second + 3600n, boughtUntil(cents, to, second)),
        cents,
        isCharged: false,
      }
    if (before.at === second) return before.stretch
    const share: Fraction = [stretch.to - second, stretch.to - before.at]
    const given = up(before.stretch.to - before.at, share)
    return { from: second, to: second + greater(3600n, given), cents, isCharged: false }
  }

  private leave(stretch: Stretch, to: Deal, second: bigint): Left[] {
    const kept = this.left
      .filter(({ deal }) => !isSame(deal, to))
      .map(({ deal }) => ({ deal, stretch: this.turned(stretch, deal, second), at: second }))
    return [...kept, { deal: this.deal, stretch, at: second }]
  }

  private pay(endsAt: number, cents: number): void {
    if (this.paidTo !== null && endsAt <= this.paidTo) return
    this.paidTo = endsAt
    const from = seconds(walk(endsAt, -monthsOf(this.deal.interval)))
    this.stretch = { from, to: seconds(endsAt), cents: BigInt(cents), isCharged: true }
    this.left = []
    // The debt was paid with it.
    if (BigInt(cents) > this.deal.price) this.owed = 0n
    this.stretch.cents = this.deal.price
  }

  private takeLater(): void {
    if (this.later) {
      this.deal = { version: this.later.version, interval: this.later.interval, price: this.later.price }
      // Time that is left by then was charged on the deal before.
      if (this.stretch) this.stretch = { ...this.stretch, isCharged: false }
    }
    this.later = null
  }
}

function dealOn(plan: ReferencePlan, interval: Interval): Deal {
  return {
    version: plan.version,
    interval,
    price: BigInt(interval === 'yearly' ? plan.yearly : plan.monthly),
  }
}

function isSame(one: Deal, other: Deal): boolean {
  return one.version === other.version && one.interval === other.interval
}
