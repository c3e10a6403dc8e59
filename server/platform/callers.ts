import { AsyncLocalStorage } from 'node:async_hooks'

/** Whom the work at hand is for. */
export interface Caller {
  /** What places in lines are counted by: the person, or a stranger's address as limits see it. */
  key: string
  /** A member, or a browser that the account at hand knows: they go before strangers. */
  isKnown: boolean
  /** Aborted when they have hung up. */
  signal: AbortSignal
}

const callers = new AsyncLocalStorage<Caller>()

/** Does work for a caller: wherever it waits in a line, it waits as theirs. */
export function workFor<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work)
}

/** The same for one who turned out to be known; counted by `key`, so that others at their address don't hold them up. */
export function workForKnown<T>(key: string, work: () => T): T {
  const caller = callers.getStore()
  return caller ? callers.run({ ...caller, key, isKnown: true }, work) : work()
}

/** The same for what others will have as well: that its first caller hangs up doesn't end it. */
export function workForMany<T>(work: () => T): T {
  const caller = callers.getStore()
  return caller ? callers.run({ ...caller, signal: new AbortController().signal }, work) : work()
}

/** null: nobody waits for an answer, as in jobs. */
export function findCaller(): Caller | null {
  return callers.getStore() ?? null
}
