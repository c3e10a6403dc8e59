import { expect } from 'vitest'

import type { TestApp } from './test-app.ts'

const SECOND_MS = 1000

/**
 * Moves the clock to a second before a moment, where something mustn't be done yet, and to a second past it, where it is.
 */
export async function expectAtItsMoment(
  app: TestApp,
  moment: Date | string,
  isDone: () => Promise<boolean>,
): Promise<void> {
  const at = new Date(moment).getTime()
  const left = () => at - app.clock.now().getTime()
  await app.clock.advance(app.db, Math.max(0, left() - SECOND_MS))
  await app.drain()
  const isEarly = await isDone()
  // On a slow machine its own clock may have passed the moment meanwhile.
  if (left() > 0) expect(isEarly).toBe(false)
  await app.clock.advance(app.db, Math.max(0, left() + SECOND_MS))
  await app.drain()
  expect(await isDone()).toBe(true)
}
