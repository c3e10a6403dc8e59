import { runStep, type Step, type StepResult } from './steps.ts'

/*
 * What takes too long for every run of the tests: `npm run prove -- money` (or `media`). The figures of the last proof are in
 * docs/reliability.md and docs/reliability-media.md. Seeds are printed; PROVE_SEED repeats a run.
 */

const seed = process.env['PROVE_SEED'] ?? String(Date.now() % 1_000_000_000)

const PROOFS: Readonly<Record<string, readonly Step[]>> = {
  money: [
    {
      name: 'engine',
      program: 'vitest',
      args: ['run', '--project', 'rules', 'contract/subscriptions/engine', '--testTimeout', '600000'],
      env: { PROVE_RUNS: '5000', PROVE_LIFECYCLES: '100000', PROVE_SEED: seed },
      isLive: true,
    },
    {
      name: 'storm',
      program: 'node',
      args: ['scripts/storm/storm.ts', '--events', '5000', '--kill9', '3', '--seed', seed],
      isLive: true,
    },
  ],
  media: [
    ...['bombs', 'limit', 'four', 'cuts', 'slow'].map((proof) => ({
      name: proof,
      program: 'node',
      args: ['scripts/prove/media.ts', proof],
      isLive: true,
    })),
    { name: 'kills', program: 'node', args: ['scripts/prove/media-kills.ts'], isLive: true },
  ],
}

const [name = ''] = process.argv.slice(2)
const steps = PROOFS[name]
if (!steps) {
  console.error(`Say what to prove: ${Object.keys(PROOFS).join(', ')}.`)
  process.exit(1)
}
console.log(`seed ${seed}`)
const results: StepResult[] = []
for (const step of steps) results.push(await runStep(step))
process.exitCode = results.every(({ hasPassed }) => hasPassed) ? 0 : 1
