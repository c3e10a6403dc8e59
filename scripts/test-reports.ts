import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod/mini'

import { type Counts, ROOT, type Step } from './steps.ts'

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.nullish(z.array(z.string())),
        }),
      ),
    }),
  ),
})

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(
    z.object({
      file: z.string(),
      specs: z.array(
        z.object({
          title: z.string(),
          ok: z.boolean(),
          tests: z.array(
            z.object({
              results: z.array(z.object({ errors: z.array(z.object({ message: z.optional(z.string()) })) })),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** What was expected, and what was there instead: a line each, below the first. */
const COMPARED = /^(?:Locator|Expected|Received)\b/

/** The first line of a failed test's message and what it compares, without the terminal's colours. */
function inShort(message: string | undefined): string {
  const [first = '', ...others] = stripVTControlCharacters(message ?? '')
    .trim()
    .split('\n')
  const compared = others.map((line) => line.trim()).filter((line) => COMPARED.test(line))
  return [first, ...compared.slice(0, 3)].join(', ').slice(0, 400)
}

/** Those of `playwright.config.ts`. */
export type BrowserProject = 'journeys' | 'programs' | 'firefox' | 'broadcasts'

/** A file that failed before its tests could run counts as one failed test. */
export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = z.parse(vitestReport, report)
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `${path.relative(ROOT, name)}: ${fullName}: ${inShort(failureMessages?.[0])}`,
      ),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    failures: [
      ...failures,
      ...broken.map(({ name }) => `${path.relative(ROOT, name)}: could not run its tests`),
    ],
  }
}

export function countPlaywright(report: unknown): Counts {
  const { stats, suites } = z.parse(playwrightReport, report)
  const troubles = suites.flatMap(({ file, specs }) =>
    specs.flatMap(({ title, ok, tests }) => {
      const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors)
      const line = `${file}: ${title}: ${errors.map(({ message }) => inShort(message)).join('; ')}`
      return errors.length > 0 || !ok ? [{ ok, line }] : []
    }),
  )
  const linesOf = (isOk: boolean) => troubles.filter(({ ok }) => ok === isOk).map(({ line }) => line)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: linesOf(false),
    unsteady: linesOf(true),
  }
}

/** Runs vitest with these arguments; how many tests passed is read from its report. */
export function vitestStep(
  name: string,
  args: readonly string[],
  { output }: Pick<Step, 'output'> = {},
): Step {
  return {
    name,
    program: 'vitest',
    args: ['run', ...args],
    output,
    readReport: countVitest,
    reportTo: (file) => ({ args: ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`] }),
  }
}

/** Runs one of Playwright's projects in the given browser. Without `workers` there are those of `playwright.config.ts`. */
export function playwrightStep(
  name: string,
  {
    project,
    browser,
    workers,
    output,
  }: { project: BrowserProject; browser: string; workers?: number | undefined } & Pick<Step, 'output'>,
): Step {
  return {
    name,
    program: 'playwright',
    args: ['test', '--project', project, ...(workers === undefined ? [] : [`--workers=${workers}`])],
    env: { CHROMIUM: browser },
    output,
    readReport: countPlaywright,
    reportTo: (file) => ({ env: { JOURNEY_REPORT: file } }),
  }
}
