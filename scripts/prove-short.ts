import { runInBrowser } from './run-in-browser.ts'
import { runStep, runStepTwiceIfItFails, type Step, type StepResult } from './steps.ts'
import { vitestStep } from './test-reports.ts'

/** `npm run storm` makes larger ones. */
const SMALL_STORM: Step = {
  name: 'storm',
  program: 'node',
  args: ['scripts/storm/storm.ts', '--events', '3000', '--kill9', '3'],
}

/** What strangers send to take a node down, three seconds each; `npm run prove -- attacks` gives them longer. */
const SHORT_ATTACKS: Step = { name: 'attacks', program: 'node', args: ['scripts/prove/attacks.ts', 'short'] }

/** `npm run prove -- fan-out` tells a hundred thousand. */
const SMALL_FAN_OUT: Step = { name: 'fan-out', program: 'node', args: ['scripts/prove/fan-out.ts', '3000'] }

/** `npm run prove -- messages` writes 20,000 and kills 20 times. */
const FEW_MESSAGES: Step = {
  name: 'messages',
  program: 'node',
  args: ['scripts/prove/messages.ts', '600', '2'],
}

/** `npm run prove -- backup` restores ten moments, and harms every file. */
const TWO_RESTORES: Step = {
  name: 'backup',
  program: 'node',
  args: ['scripts/prove/backup.ts', '1', 'short'],
}

/** `npm run prove -- events` kills 20 times. */
const TWO_NODES_KILLED: Step = { name: 'events', program: 'node', args: ['scripts/prove/realtime.ts', '2'] }

/** `npm run prove -- mail-outage` keeps the mail server away for ten minutes. */
const SHORT_MAIL_OUTAGE: Step = {
  name: 'mail-outage',
  program: 'node',
  args: ['scripts/prove/mail-outage.ts', 'short'],
}

/** `npm run prove -- provider-outage` keeps the provider away for ten minutes. */
const SHORT_PROVIDER_OUTAGE: Step = {
  name: 'provider-outage',
  program: 'node',
  args: ['scripts/prove/provider-outage.ts', 'short'],
}

/** `npm run prove -- acks` goes on for five minutes. */
const A_THOUSAND_ACKS: Step = {
  name: 'acks',
  program: 'node',
  args: ['scripts/prove/acks.ts', '--seconds', '5', '--untimed'],
}

/** `npm run prove -- crashes` kills the database thirty times and the server 200 times, and fills the disk ten times. */
const FEW_CRASHES: Step = {
  name: 'crashes',
  program: 'node',
  args: ['scripts/prove/crashes.ts', '--database', '3', '--disk', '1', '--server', '3', '--untimed'],
}

/** `npm run prove -- clock-jumps` does it six times, and stays longer. */
const ONE_DAY_OFF: Step = {
  name: 'clock-jumps',
  program: 'node',
  args: ['scripts/prove/clock-jumps.ts', '--rounds', '1', '--seconds', '1'],
}

/** `npm run prove -- rolling-restarts` goes on for ten minutes, with 300 requests a second and files of 200 MB. */
const A_FEW_RESTARTS: Step = {
  name: 'rolling-restarts',
  program: 'node',
  args: [
    'scripts/prove/rolling-restarts.ts',
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

/** `npm run prove -- post-audiences` has two million posts. */
const SOME_POSTS_UPGRADED: Step = {
  name: 'post-audiences',
  program: 'node',
  args: ['scripts/prove/post-audiences.ts', '60000'],
}

/** `npm run rehearse` takes its time, and judges waits. */
const SHORT_REHEARSAL: Step = {
  name: 'rehearse',
  program: 'node',
  args: ['scripts/rehearse.ts', '--short', '--creators', '300', '--posts', '3000', '--subscriptions', '1500'],
}

/** `npm run prove -- live` broadcasts for two hours. */
const TWO_MINUTES_LIVE: Step = { name: 'live', program: 'node', args: ['scripts/prove/live.ts', '2'] }

/** `npm run prove -- live-nodes` broadcasts both ways with both stores. */
const LIVE_OVER_NODES: Step = {
  name: 'live-nodes',
  program: 'node',
  args: ['scripts/prove/live-nodes.ts', 'short'],
}

/** `npm run prove -- cluster` acknowledges 10,000 payments. */
const SMALL_CLUSTER: Step = {
  name: 'cluster',
  program: 'node',
  args: ['scripts/prove/cluster.ts', '--charges', '420', '--rate', '7', '--untimed'],
}

/** `npm run prove -- limit`, `four`, `cuts` and `slow`: uploads of 500 MB. */
const SMALL_UPLOADS: Step = { name: 'uploads', program: 'node', args: ['scripts/prove/media.ts', 'short'] }

/**
 * `npm run prove -- kills` kills eight times while files arrive. It mostly waits: what a killed process was preparing is taken
 * over after two minutes.
 */
const ONE_KILL: Step = { name: 'kills', program: 'node', args: ['scripts/prove/media-kills.ts', '1'] }

/** `npm run prove -- lifecycle` lives 5,000 lives of 60 steps, with ten kills. */
const TEN_LIVES: Step = {
  name: 'lifecycle',
  program: 'node',
  args: ['scripts/prove/lifecycle.ts', '10', '5'],
}

/** `npm run prove -- backup-size` backs up and restores gigabytes. */
const SMALL_BACKUP: Step = {
  name: 'backup-size',
  program: 'node',
  args: ['scripts/prove/backup-size.ts', '0.05'],
}

/** `npm run prove -- pooled` runs every test of the domains behind PgBouncer. */
const SOME_TESTS_POOLED: Step = {
  name: 'pooled',
  program: 'vitest',
  args: ['run', '--project', 'domain', 'server/platform/db', 'server/platform/jobs', 'server/domains/ledger'],
  env: { TEST_POOLER: 'pgbouncer' },
}

/** Benches that write the ledger's tables themselves: whether they still can. `npm run bench` measures. */
const BENCH_OF_CHARGES: Step = { name: 'charges', program: 'node', args: ['bench/charges.ts', 'short'] }
const BENCH_OF_WEBHOOKS: Step = { name: 'webhooks', program: 'node', args: ['bench/webhooks.ts', 'short'] }

/** Tests that kill, fill disks, transcode and start an S3 server. */
const PROOF_TESTS = vitestStep('proofs', ['--project', 'proofs', '--project', 'proofs alone'], {
  output: 'labelled',
})

/** The longest first, so that nothing long is left for the end. */
const PROGRAMS = [
  TWO_MINUTES_LIVE,
  SMALL_CLUSTER,
  SHORT_REHEARSAL,
  LIVE_OVER_NODES,
  SMALL_UPLOADS,
  TEN_LIVES,
  TWO_RESTORES,
  SHORT_PROVIDER_OUTAGE,
  A_THOUSAND_ACKS,
  SMALL_STORM,
  TWO_NODES_KILLED,
  FEW_MESSAGES,
  SHORT_MAIL_OUTAGE,
  FEW_CRASHES,
  SMALL_BACKUP,
  A_FEW_RESTARTS,
  ONE_DAY_OFF,
  SOME_TESTS_POOLED,
  SOME_POSTS_UPGRADED,
  SMALL_FAN_OUT,
  BENCH_OF_CHARGES,
  BENCH_OF_WEBHOOKS,
]

/** The proofs in the small form that CI runs after the tests. Runs all of them, whichever fail. */
export async function proveShort(): Promise<StepResult[]> {
  const provePrograms = queuePrograms()
  const rows = await Promise.all([
    inTurn([() => runInBrowser('proofs'), provePrograms]),
    inTurn([proveByTests, provePrograms]),
    provePrograms(),
    inTurn([proveByKill]),
  ])
  return [...rows.flat(), await proveByAttacks()]
}

export function proveByTests(): Promise<StepResult> {
  return runStep(PROOF_TESTS)
}

/**
 * The programs, for whoever has time: each call takes one after another until none is left, and several calls share them.
 * Three at once is a good number, because each waits for restarts and clocks half of the time.
 */
export function queuePrograms(): () => Promise<StepResult[]> {
  const waiting = PROGRAMS.values()
  return async () => {
    const results: StepResult[] = []
    for (const step of waiting) results.push(await runStepTwiceIfItFails(step))
    return results
  }
}

export function proveByKill(): Promise<StepResult> {
  return runStepTwiceIfItFails(ONE_KILL)
}

/** With the machine to themselves: they compare how long things take. */
export function proveByAttacks(): Promise<StepResult> {
  return runStepTwiceIfItFails(SHORT_ATTACKS)
}

/** One after another, whichever fail. */
export async function inTurn(
  parts: readonly (() => Promise<StepResult | StepResult[]>)[],
): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const part of parts) results.push(...[await part()].flat())
  return results
}
