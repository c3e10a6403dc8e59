import { expect, test } from 'vitest'

import { countPlaywright } from './test-reports.ts'

/** A journey as Playwright reports it: the message of each try that failed. */
function journey(title: string, { ok, messages }: { ok: boolean; messages: readonly (string | null)[] }) {
  const results = messages.map((message) => ({ errors: message === null ? [] : [{ message }] }))
  return { title, ok, tests: [{ results }] }
}

test('a journey that passed only when it was run again passes, and is named', () => {
  const counts = countPlaywright({
    stats: { expected: 1, unexpected: 1, flaky: 2 },
    suites: [
      {
        file: 'join.journey.ts',
        specs: [
          journey('joins', { ok: true, messages: [null] }),
          journey('pays', { ok: true, messages: ['Error: too early\n  at line 4', null] }),
          journey('reads', {
            ok: true,
            messages: [
              'Error: expect(locator).toHaveText(expected) failed\n\nLocator: locator("dialog")\n  Expected: "2 of 4"\n  Received: "3 of 4"\nCall log:\n  - waiting',
              null,
            ],
          }),
          journey('leaves', { ok: false, messages: ['Error: gone', 'Error: gone again'] }),
        ],
      },
    ],
  })
  expect(counts).toEqual({
    passed: 3,
    failed: 1,
    failures: ['join.journey.ts: leaves: Error: gone; Error: gone again'],
    unsteady: [
      'join.journey.ts: pays: Error: too early',
      'join.journey.ts: reads: Error: expect(locator).toHaveText(expected) failed, Locator: locator("dialog"), Expected: "2 of 4", Received: "3 of 4"',
    ],
  })
})
