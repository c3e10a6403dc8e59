import { afterAll, afterEach, beforeAll, expect } from 'vitest'

/*
 * An unexpected error or warning on the console fails the test it came from. A test that expects one says so:
 * `vi.spyOn(console, 'error').mockImplementation(() => undefined)`.
 */
const stray: string[] = []
const restore: (() => void)[] = []

function expectNone(): void {
  expect(stray.splice(0), 'written to the console unexpectedly').toEqual([])
}

beforeAll(() => {
  for (const method of ['error', 'warn'] as const) {
    const original = console[method]
    const write = original.bind(console)
    restore.push(() => (console[method] = original))
    console[method] = (...parts: unknown[]) => {
      stray.push(`console.${method}: ${parts.map(String).join(' ')}`)
      write(...parts)
    }
  }
})
afterEach(expectNone)
afterAll(() => {
  // Test files share their process.
  for (const one of restore.splice(0)) one()
  expectNone()
})
