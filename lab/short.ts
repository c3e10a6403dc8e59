import fs from 'node:fs'
import os from 'node:os'

import { runInBrowser } from '#scripts/run-in-browser.ts'
import { ROOT, runStep, runStepTwiceIfItFails, type Step, type StepResult } from '#scripts/steps.ts'
import { vitestStep } from '#scripts/test-reports.ts'

/** Of a row. More of them only make late what has to be in time. */
const WORKERS = os.availableParallelism()

/** `npx node lab/storm/storm.ts` makes larger ones. */
const SMALL_STORM: Step = {
  name: 'storm',
  program: 'node',
  args: ['lab/storm/storm.ts', '--events', '3000', '--kill9', '3'],
}

/** What strangers send to take a node down, three seconds each; `npm run prove -- attacks` gives them longer. */
const SHORT_ATTACKS: Step = { name: 'attacks', program: 'node', args: ['lab/prove/attacks.ts', 'short'] }

/** `npm run prove -- fan-out` tells a hundred thousand. */
const SMALL_FAN_OUT: Step = { name: 'fan-out', program: 'node', args: ['lab/prove/fan-out.ts', '3000'] }

/** `npm run prove -- messages` writes 20,000 and kills 20 times. */
const FEW_MESSAGES: Step = {
  name: 'messages',
  program: 'node',
  args: ['lab/prove/messages.ts', '600', '2'],
}

/** `npm run prove -- backup` restores three moments each. */
const ONE_RESTORE: Step = { name: 'restores', program: 'node', args: ['lab/prove/backup.ts', '1'] }
const ONE_BY_PGBACKREST: Step = {
  name: 'pgbackrest',
  program: 'node',
  args: ['lab/prove/pgbackrest.ts', '1'],
}

/** `npm run prove -- events` kills 20 times. */
const TWO_NODES_KILLED: Step = { name: 'events', program: 'node', args: ['lab/prove/realtime.ts', '2'] }

/** `npm run prove -- mail-outage` keeps the mail server away for ten minutes. */
const SHORT_MAIL_OUTAGE: Step = {
  name: 'mail-outage',
  program: 'node',
  args: ['lab/prove/mail-outage.ts', 'short'],
}

/** `npm run prove -- provider-outage` keeps the provider away for ten minutes. */
const SHORT_PROVIDER_OUTAGE: Step = {
  name: 'provider-outage',
  program: 'node',
  args: ['lab/prove/provider-outage.ts', 'short'],
}

/** `npm run prove -- acks` goes on for five minutes. */
const A_THOUSAND_ACKS: Step = {
  name: 'acks',
  program: 'node',
  args: ['lab/prove/acks.ts', '--seconds', '5', '--untimed'],
}

/** `npm run prove -- crashes` kills the database thirty times and the server 200 times, and fills the disk ten times. */
const FEW_CRASHES: Step = {
  name: 'crashes',
  program: 'node',
  args: ['lab/prove/crashes.ts', '--database', '3', '--disk', '1', '--server', '3', '--untimed'],
}

/** `npm run prove -- clock-jumps` does it six times, and stays longer. */
const ONE_DAY_OFF: Step = {
  name: 'clock-jumps',
  program: 'node',
  args: ['lab/prove/clock-jumps.ts', '--rounds', '1', '--seconds', '1'],
}

/** `npm run prove -- rolling-restarts` goes on for ten minutes, with 300 requests a second and files of 200 MB. */
const A_FEW_RESTARTS: Step = {
  name: 'rolling-restarts',
  program: 'node',
  args: [
    'lab/prove/rolling-restarts.ts',
    '--seconds',
    '14',
    '--every',
    '7',
    '--rate',
    '20',
    '--file-mb',
    '10',
  ],
}

/** `npm run prove -- live-nodes` broadcasts both ways with both stores. */
const LIVE_OVER_NODES: Step = {
  name: 'live-nodes',
  program: 'node',
  args: ['lab/prove/live-nodes.ts', 'short'],
}

/** `npm run prove -- cluster` acknowledges 10,000 payments. */
const SMALL_CLUSTER: Step = {
  name: 'cluster',
  program: 'node',
  args: ['lab/prove/cluster.ts', '--charges', '420', '--rate', '7', '--untimed'],
}

/** `npm run prove -- limit`, `four`, `cuts` and `slow`: uploads of 500 MB. */
const SMALL_UPLOADS: Step = { name: 'uploads', program: 'node', args: ['lab/prove/media.ts', 'short'] }

/**
 * `npm run prove -- kills` kills eight times while files arrive. It mostly waits: what a killed process was preparing is taken
 * over after two minutes.
 */
const ONE_KILL: Step = { name: 'kills', program: 'node', args: ['lab/prove/media-kills.ts', '1'] }

/** `npm run prove -- lifecycle` lives 5,000 lives of 60 steps, with ten kills. */
const TEN_LIVES: Step = {
  name: 'lifecycle',
  program: 'node',
  args: ['lab/prove/lifecycle.ts', '10', '5'],
}

/** `npm run prove -- pooled` runs every test of the domains behind PgBouncer. */
const SOME_TESTS_POOLED: Step = {
  name: 'pooled',
  program: 'vitest',
  args: ['run', '--project', 'domain', 'server/platform/db', 'server/platform/jobs', 'server/domains/ledger'],
  env: { TEST_POOLER: 'pgbouncer' },
}

/** The longest first, so that nothing long is left for the end. */
const PROGRAMS: readonly Step[] = [
  ONE_KILL,
  SMALL_CLUSTER,
  LIVE_OVER_NODES,
  SMALL_UPLOADS,
  TEN_LIVES,
  ONE_RESTORE,
  ONE_BY_PGBACKREST,
  SHORT_PROVIDER_OUTAGE,
  A_THOUSAND_ACKS,
  SMALL_STORM,
  TWO_NODES_KILLED,
  FEW_MESSAGES,
  SHORT_MAIL_OUTAGE,
  FEW_CRASHES,
  A_FEW_RESTARTS,
  ONE_DAY_OFF,
  SOME_TESTS_POOLED,
  SMALL_FAN_OUT,
]

/**
 * What CI runs after `npm test`, where the optional programs are installed: the tests and journeys that use them, and the
 * lab's parts in their short forms. Runs all of it, whichever fails. What prepares videos is in
 * one row; the other takes what that leaves of the processor.
 */
export async function proveShort(): Promise<StepResult[]> {
  const programs = PROGRAMS.values()
  const takePrograms = async () => {
    const results: StepResult[] = []
    for (const step of programs) results.push(await runStepTwiceIfItFails(step))
    return results
  }
  const rows = await Promise.all([
    inTurn([
      () => runInBrowser('programs', WORKERS),
      () => runInBrowser('firefox', WORKERS),
      () => runVitest('programs', ['--project', 'programs']),
      takePrograms,
    ]),
    inTurn([
      () => runVitest('domain', ['--project', 'domain', ...findTestsOfPrograms()]),
      () => runVitest('proofs', ['--project', 'proofs', '--project', 'proofs alone']),
      takePrograms,
    ]),
  ])
  // With the machine to themselves: what is late isn't made up for, and attacks compare how long things take.
  const alone = await inTurn([
    () => runInBrowser('broadcasts', 1),
    () => runStepTwiceIfItFails(SHORT_ATTACKS),
  ])
  return [...rows.flat(), ...alone]
}

/** The domain tests that skip something where a program is missing. */
function findTestsOfPrograms(): string[] {
  return fs
    .globSync('{server,sandbox}/**/*.test.ts', { cwd: ROOT })
    .filter((file) => fs.readFileSync(`${ROOT}/${file}`, 'utf8').includes('optional-program.ts'))
}

function runVitest(name: string, args: string[]): Promise<StepResult> {
  return runStep(vitestStep(name, args, { output: 'labelled' }))
}

/** One after another, whichever fail. */
async function inTurn(parts: readonly (() => Promise<StepResult | StepResult[]>)[]): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const part of parts) results.push(...[await part()].flat())
  return results
}
