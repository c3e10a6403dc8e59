import { vi } from 'vitest'

/** `expect.poll` has the same, in vitest.config.ts. A busy machine may need some of it; where all is well, little of it passes. */
const PATIENCE_MS = 20_000

/** Tries again until nothing is thrown, and answers what was. After 20 seconds it throws what was thrown last. */
export function waitFor<T>(look: () => T | Promise<T>, everyMs = 50): Promise<T> {
  return vi.waitFor(look, { timeout: PATIENCE_MS, interval: everyMs })
}
