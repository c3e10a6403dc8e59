import { runStep, type Step, type StepResult } from './steps.ts'
import { vitestStep } from './test-reports.ts'

/* Two lanes, because most of these steps keep no more than one core busy. What writes `dist` is in one of them. */
const LANES: readonly (readonly Step[])[] = [
  [
    // Several checkers would each look at what all of them use; the other lane keeps the other core busy.
    { name: 'types', program: 'tsc', args: ['-b', '--checkers', '1'] },
    { name: 'lint', program: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  ],
  [
    vitestStep('rules', ['--project', 'rules']),
    { name: 'budget', program: 'node', args: ['scripts/page-budget.ts'] },
    { name: 'format', program: 'oxfmt', args: ['--check'] },
    { name: 'unused', program: 'knip', args: [] },
  ],
]

async function runLane(steps: readonly Step[]): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const step of steps) results.push(await runStep(step))
  return results
}

/**
 * All fast checks: types, lint, format, unused code, the tests of pure rules, and how much script a page loads. Runs
 * all of them, whichever fail.
 */
export async function check(): Promise<StepResult[]> {
  return (await Promise.all(LANES.map(runLane))).flat()
}

if (import.meta.main) {
  const results = await check()
  const failed = results.filter(({ hasPassed }) => !hasPassed).length
  console.log(failed === 0 ? '\nEverything is in order.' : `\n${failed} of ${results.length} steps failed.`)
  process.exitCode = failed === 0 ? 0 : 1
}
