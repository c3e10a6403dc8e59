import type { Terms } from './membership.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

export interface ReferencePlan {
  version: string
  monthly: number
  yearly: number
}

export type Rhythm = Terms['interval']

interface Agreed {
  version: string
  rhythm: Rhythm
  price: number
}

/**
 * A membership told a second time, as plainly as possible and with nothing of the engine in it: one object that is
 * changed in place, days counted on a list of months, fractions as big integers. The tests hold the engine against it.
 */
export class Reference {
  state = 'none'
  agreed: Agreed
  later: (Agreed & { from: number }) | null = null
  paidTo: number | null = null
  isStopping = false
  periods = 0
  /** What held before each upgrade that was paid in the running period. */
  undo: { agreed: Agreed; paidTo: number }[] = []

  constructor(plan: ReferencePlan, rhythm: Rhythm) {
    this.agreed = agree(plan, rhythm)
    this.state = 'pending'
  }

  /** The provider charged one period that ends then. */
  charge(endsAt: number, count: number): void {
    if (this.later && endsAt > this.later.from) this.takeLater()
    if (['pending', 'active', 'past_due', 'expired', 'failed'].includes(this.state)) this.state = 'active'
    if (this.paidTo === null || endsAt > this.paidTo) this.paidTo = endsAt
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

  goOn(): void {
    this.isStopping = false
  }

  pause(): void {
    if (this.state === 'active' || this.state === 'past_due') this.state = 'paused'
  }

  unpause(): void {
    if (this.state === 'paused') this.state = 'active'
  }

  endAtProvider(): void {
    if (this.state === 'pending') this.state = 'expired'
    else if (this.state === 'active' || this.state === 'past_due') this.state = 'canceled'
  }

  comeBack(endsAt: number): void {
    if (this.later) this.takeLater()
    this.state = 'active'
    this.isStopping = false
    this.undo = []
    if (this.paidTo === null || endsAt > this.paidTo) this.paidTo = endsAt
  }

  /** The newest payment goes back: an upgrade is undone, a period ends. */
  refund(now: number): void {
    const before = this.undo.pop()
    const isRunning = ['pending', 'active', 'past_due', 'paused'].includes(this.state)
    if (before && before.paidTo > now && this.paidTo !== null && this.paidTo > now) {
      this.agreed = before.agreed
      this.paidTo = Math.min(this.paidTo, before.paidTo)
      this.later = null
      if (isRunning) this.isStopping = true
      return
    }
    this.undo = []
    if (isRunning) this.state = 'canceled'
    this.later = null
    if (this.paidTo !== null && this.paidTo > now) this.paidTo = now
  }

  pass(now: number): void {
    if (this.later && this.later.from <= now) this.takeLater()
    if (this.lastMoment() > now) return
    if (this.state === 'past_due') this.state = this.isStopping ? 'canceled' : 'paused'
    if (this.state === 'active' && this.isStopping) this.state = 'canceled'
  }

  /** The moment the posts close again; 0 when they never opened. */
  lastMoment(): number {
    if (this.paidTo === null) return 0
    const hopes = (this.state === 'active' || this.state === 'past_due') && !this.isStopping
    return hopes ? this.paidTo + 7 * DAY : this.paidTo
  }

  /** What changing costs now, and until when the paid time then reaches; or why it cannot be. */
  quote(plan: ReferencePlan, rhythm: Rhythm, atOnce: boolean, now: number): string {
    if (this.state !== 'active' || this.paidTo === null) return 'not_changeable'
    const to = agree(plan, rhythm)
    const isMine = to.version === this.agreed.version && to.rhythm === this.agreed.rhythm
    if (isMine && !(this.later && !atOnce)) return 'same_plan'
    const left = Math.floor(this.paidTo / 1000) - Math.floor(now / 1000)
    if (left * 1000 < HOUR) return 'renewal_near'
    const whole = (this.paidTo - back(this.paidTo, this.agreed.rhythm)) / 1000
    const worth = atOnce ? nearest(this.agreed.price, left, whole) : 0
    const dearer = to.rhythm === this.agreed.rhythm && to.price > this.agreed.price
    if (!atOnce) return this.tell(0, 0, this.paidTo, now, to)
    if (dearer) {
      const more = nearest(to.price - this.agreed.price, left, whole)
      return this.tell(more >= 50 ? more : 0, worth, this.paidTo, now, to)
    }
    const period = Math.floor(forth(now, to.rhythm) / 1000) - Math.floor(now / 1000)
    const seconds = Math.max(3600, nearest(period, worth, to.price))
    return this.tell(0, worth, Math.floor(now / 1000) * 1000 + seconds * 1000, now, to)
  }

  private tell(pay: number, worth: number, until: number, now: number, to: Agreed): string {
    const tenYears = new Date(now)
    tenYears.setUTCFullYear(tenYears.getUTCFullYear() + 10)
    if (new Date(now).getUTCDate() !== tenYears.getUTCDate()) tenYears.setUTCDate(0)
    if (Math.floor(until / 1000) > Math.floor(tenYears.getTime() / 1000)) return 'credit_too_long'
    return `pay ${pay} worth ${worth} until ${until} then ${to.price}`
  }

  change(plan: ReferencePlan, rhythm: Rhythm, atOnce: boolean, until: number, paid: number): void {
    const to = agree(plan, rhythm)
    if (paid > 0) this.undo.push({ agreed: this.agreed, paidTo: until })
    this.isStopping = false
    const isMine = to.version === this.agreed.version && to.rhythm === this.agreed.rhythm
    if (!atOnce) this.later = isMine ? null : { ...to, from: until }
    else {
      this.later = null
      this.agreed = to
      this.paidTo = until
    }
  }

  /** Days and amounts of all charges before a moment. */
  ahead(before: number): [number, number][] {
    if (this.state !== 'active' || this.isStopping || this.paidTo === null) return []
    const { rhythm, price } = this.later ?? this.agreed
    const list: [number, number][] = []
    for (let step = 0; ; step += rhythm === 'yearly' ? 12 : 1) {
      const at = months(this.paidTo, step)
      if (at >= before) return list
      list.push([at, price])
    }
  }

  private takeLater(): void {
    if (this.later)
      this.agreed = { version: this.later.version, rhythm: this.later.rhythm, price: this.later.price }
    this.later = null
  }
}

function agree(plan: ReferencePlan, rhythm: Rhythm): Agreed {
  return { version: plan.version, rhythm, price: rhythm === 'yearly' ? plan.yearly : plan.monthly }
}

function forth(from: number, rhythm: Rhythm): number {
  return months(from, rhythm === 'yearly' ? 12 : 1)
}

function back(from: number, rhythm: Rhythm): number {
  return months(from, rhythm === 'yearly' ? -12 : -1)
}

/** Month arithmetic by counting: the wished day, or the last that the month has. */
function months(from: number, count: number): number {
  const date = new Date(from)
  const index = date.getUTCFullYear() * 12 + date.getUTCMonth() + count
  const year = Math.floor(index / 12)
  const month = index - year * 12
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  const day = Math.min(date.getUTCDate(), lengths[month] ?? 31)
  return Date.UTC(year, month, day) + (from - Math.floor(from / DAY) * DAY)
}

function nearest(amount: number, part: number, whole: number): number {
  const product = BigInt(amount) * BigInt(part)
  const down = product / BigInt(whole)
  const rest = product - down * BigInt(whole)
  return Number(rest * 2n >= BigInt(whole) ? down + 1n : down)
}
