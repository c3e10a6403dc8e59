import { proveShort } from './short.ts'
import { runStep, type Step, type StepResult } from '#scripts/steps.ts'
import { sayVerdict } from '#scripts/verdict.ts'

/*
 * Proofs that take too long for every test run: `npm run prove -- short` runs what CI runs, in small form;
 * `full` all of them at their full figures; `money`, `long`, `screens`, `media`, `attacks`, `realtime`, `backup` or `nodes` one group;
 * or one part by its name. The figures of the last proof are in docs/reliability.md and docs/reliability-media.md. Seeds are printed;
 * PROVE_SEED repeats a run.
 */

const seed = process.env['PROVE_SEED'] ?? String(Date.now() % 1_000_000_000)

interface Part extends Step {
  group: 'money' | 'long' | 'screens' | 'media' | 'attacks' | 'realtime' | 'backup' | 'nodes'
}

/** A part that is a program of its own. */
function script(group: Part['group'], name: string, file: string, ...args: string[]): Part {
  return { group, name, program: 'node', args: [`lab/${file}`, ...args], output: 'live' }
}

/** A part that `short` includes too, with a smaller figure. */
function proof(name: string, figure: Record<string, string>): Part {
  const args = ['run', '--project', 'proofs', '--project', 'long', `server/testing/proofs/${name}.test.ts`]
  const env = { ...figure, PROVE_SEED: seed }
  return { group: 'money', name, program: 'vitest', args, env, output: 'live' }
}

/*
 * What attackers and mistakes do to people's accounts, money and files, grouped by the way in: the tests that show each
 * is refused. CI includes them too; here they are collected beside the attacks on a running node.
 */
const ATTACKS_ON_PEOPLE = [
  'contract/web-addresses.test.ts',
  'server/domains/accounts/erased-columns.test.ts',
  'server/domains/accounts/form-mails.test.ts',
  'server/domains/accounts/guesses.test.ts',
  'server/domains/accounts/security.test.ts',
  'server/domains/accounts/sign-up-secrecy.test.ts',
  'server/domains/accounts/suspension.test.ts',
  'server/domains/media/takeout/takeout.test.ts',
  'server/domains/media/uploads/tus.test.ts',
  'server/domains/payouts/payout-requests.test.ts',
  'server/domains/payouts/suspended-payouts.test.ts',
  'server/domains/subscriptions/holds/holds.test.ts',
  'server/platform/config.test.ts',
  'server/platform/http/caller-address.test.ts',
  'server/platform/http/request-line.test.ts',
  'server/platform/http/service-pages.test.ts',
  'server/platform/log.test.ts',
  'server/platform/mail/layout.test.ts',
  'server/platform/private-files.test.ts',
  'server/suspended-page.test.ts',
  'server/suspension.test.ts',
]

const PARTS: readonly Part[] = [
  {
    group: 'money',
    name: 'engine',
    program: 'vitest',
    args: ['run', '--project', 'rules', 'contract/subscriptions/engine', '--testTimeout', '600000'],
    env: {
      PROVE_RUNS: '5000',
      PROVE_LIFECYCLES: '100000',
      PROVE_SWITCHES: '100000',
      PROVE_SEED: seed,
    },
    output: 'live',
  },
  proof('dunning', { PROVE_DUNNING_MEMBERS: '1000' }),
  proof('cancellations', { PROVE_CANCELLATIONS: '200' }),
  proof('refund-sequences', { PROVE_REFUND_SEQUENCES: '5000' }),
  proof('insights', { PROVE_MOVEMENT_LIVES: '5000', PROVE_BOOKED_CHARGES: '15000' }),
  proof('refund-access', { PROVE_REFUND_LIVES: '1000' }),
  {
    group: 'money',
    name: 'reserves',
    program: 'vitest',
    args: ['run', '--project', 'domain', 'server/domains/payouts/reserve.test.ts'],
    env: { PROVE_RESERVES: '2000', PROVE_SEED: seed },
    output: 'live',
  },
  proof('payout-kills', { PROVE_PAYOUT_KILLS: '500' }),
  script('money', 'storm', 'storm/storm.ts', '--events', '5000', '--kill9', '3', '--seed', seed),
  { ...script('money', 'lifecycle', 'prove/lifecycle.ts'), env: { PROVE_SEED: seed } },
  script('money', 'mail-outage', 'prove/mail-outage.ts'),
  script('money', 'provider-outage', 'prove/provider-outage.ts'),
  script('money', 'acks', 'prove/acks.ts'),
  script('money', 'orders', 'prove/money.ts', 'orders', seed),
  script('money', 'triple', 'prove/money.ts', 'triple', seed),
  script('money', 'signatures', 'prove/money.ts', 'signatures', seed),
  script('money', 'rotation', 'prove/money.ts', 'rotation', seed),
  script('money', 'late', 'prove/money.ts', 'late', seed),
  script('money', 'ambiguous', 'prove/money.ts', 'ambiguous', seed),
  script('money', 'double-click', 'prove/money.ts', 'double-click', seed),
  {
    group: 'long',
    name: 'long-journeys',
    program: 'playwright',
    args: ['test', '--project', 'long'],
    output: 'live',
  },
  {
    group: 'long',
    name: 'long-tests',
    program: 'vitest',
    args: ['run', '--project', 'long'],
    output: 'live',
  },
  {
    group: 'screens',
    name: 'screens',
    program: 'playwright',
    args: ['test', '--project', 'proofs'],
    output: 'live',
  },
  script('media', 'bombs', 'prove/media.ts', 'bombs'),
  script('media', 'limit', 'prove/media.ts', 'limit'),
  script('media', 'four', 'prove/media.ts', 'four'),
  script('media', 'cuts', 'prove/media.ts', 'cuts'),
  script('media', 'slow', 'prove/media.ts', 'slow'),
  script('media', 'kills', 'prove/media-kills.ts'),
  {
    group: 'media',
    name: 'processing',
    program: 'vitest',
    args: ['run', '--project', 'programs'],
    output: 'live',
  },
  {
    group: 'media',
    name: 'videos',
    program: 'playwright',
    args: ['test', '--project', 'programs'],
    output: 'live',
  },
  script('media', 'live', 'prove/live.ts', '120'),
  script('media', 'live-nodes', 'prove/live-nodes.ts'),
  {
    group: 'media',
    name: 'delay',
    program: 'playwright',
    args: ['test', '--project', 'broadcasts', '--workers', '1', 'broadcast.long'],
    env: { HOLD_DELAY: '1' },
    output: 'live',
  },
  script('attacks', 'availability', 'prove/attacks.ts'),
  script('realtime', 'events', 'prove/realtime.ts'),
  script('realtime', 'messages', 'prove/messages.ts'),
  script('realtime', 'fan-out', 'prove/fan-out.ts'),
  script('backup', 'restores', 'prove/backup.ts'),
  script('backup', 'pgbackrest', 'prove/pgbackrest.ts'),
  script('nodes', 'crashes', 'prove/crashes.ts'),
  script('nodes', 'clock-jumps', 'prove/clock-jumps.ts'),
  script('nodes', 'rolling-restarts', 'prove/rolling-restarts.ts'),
  script('nodes', 'cluster', 'prove/cluster.ts'),
  {
    group: 'nodes',
    name: 'pooled',
    program: 'vitest',
    args: ['run', '--project', 'domain', '--project', 'long', '--project', 'alone'],
    env: { TEST_POOLER: 'pgbouncer' },
    output: 'live',
  },
  {
    group: 'attacks',
    name: 'people',
    program: 'vitest',
    args: ['run', ...ATTACKS_ON_PEOPLE],
    output: 'live',
  },
]

async function proveParts(wanted: string): Promise<void> {
  const parts = PARTS.filter(({ group, name }) => wanted === 'full' || group === wanted || name === wanted)
  if (parts.length === 0) {
    const names = PARTS.map(({ name }) => name).join(', ')
    console.error(
      `Say what to prove: short, full, money, long, screens, media, attacks, realtime, backup, nodes, ${names}.`,
    )
    process.exit(1)
  }
  console.log(`seed ${seed}`)
  const results: StepResult[] = []
  for (const part of parts) results.push(await runStep(part))
  process.exitCode = results.every(({ hasPassed }) => hasPassed) ? 0 : 1
}

const [wanted = ''] = process.argv.slice(2)
if (wanted === 'short') sayVerdict(await proveShort())
else await proveParts(wanted)
