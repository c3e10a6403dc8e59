import type { StepResult } from './steps.ts'

/** Of what a failed program wrote, the end is repeated below everything: this many lines, and characters. */
const LAST_WORDS = 4
const LAST_WORDS_MAX = 600

/**
 * Lists all steps, what failed and why, and ends with the total: where only the end of a log is kept, it says everything.
 * The process ends accordingly.
 */
export function sayVerdict(results: readonly StepResult[]): void {
  const sum = (key: 'passed' | 'failed') =>
    results.reduce((total, { tests }) => total + (tests?.[key] ?? 0), 0)
  const unsteady = results.flatMap(({ tests, failedFirst }) => [
    ...(tests?.unsteady ?? []),
    ...(failedFirst === undefined ? [] : [failedFirst]),
  ])
  const failures = results.flatMap((result) => result.tests?.failures ?? failedProgram(result))
  process.exitCode = results.every(({ hasPassed }) => hasPassed) ? 0 : 1
  for (const { line, failedFirst = line, lastWords } of results)
    if (lastWords !== undefined) console.log(`\nThe last of ${failedFirst}\n${lastWords}`)
  console.log(`\n${results.map(({ line }) => line).join('\n')}`)
  if (unsteady.length > 0)
    console.log(
      `\nWhat passed only when it was run again:\n${unsteady.map((line) => `  ${line}`).join('\n')}`,
    )
  if (failures.length > 0) console.log(`\nWhat failed:\n${failures.map((line) => `  ${line}`).join('\n')}`)
  // Read by CI: keep it the last line, and as it is.
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
}

/** A program that isn't made of tests says last what was wrong. */
function failedProgram({ hasPassed, line, lastWords }: StepResult): string[] {
  if (hasPassed) return []
  const words = lastWords?.split('\n').slice(-LAST_WORDS).join(' / ').slice(-LAST_WORDS_MAX) ?? ''
  return [`${line}: ${words}`]
}
