import type { TestApp } from '../app-on-database.ts'
import { steerSandbox } from '../sandbox.ts'
import { aJoiner, aPageToJoin, join, notExactlyOne, orphans, readBothSides, reconcileOnce } from './joins.ts'
import { chanceOf, type Finding, inParallel, noneOf, type ProofSize } from './proof.ts'

const WIDTH = 8
/** The share of joins where the provider makes the subscription but its answer is lost. */
const LOST_SHARE = 0.1
const LOSSES = ['reset_after_effect', 'error_after_effect', 'truncated_json'] as const
/** The person's reaction to the message that nothing was charged. */
const REACTIONS = ['tries again', 'tries again later', 'goes away', 'takes the other plan'] as const
const MOST_ATTEMPTS = 6

/**
 * Joins of which some are made at the provider without its answer ever reaching us. Whatever the person does next,
 * after one pass of the reconciler there is one subscription at the provider for each join, and none that we don't know
 * of.
 */
export async function proveAmbiguousJoins(app: TestApp, { seed, count }: ProofSize): Promise<Finding[]> {
  const sandbox = steerSandbox(app)
  const chance = chanceOf(seed)
  const { plan, otherPlan } = await aPageToJoin(app)
  const later: (() => Promise<void>)[] = []
  const failures: unknown[] = []
  const told = new Map<string, number>()
  let lost = 0

  async function joinUntilAnswered(session: Parameters<typeof join>[1], wanted: typeof plan): Promise<void> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const { status } = await join(app, session, wanted)
      if (status === 200) return
      lost += 1
      if (status !== 502) failures.push({ status })
    }
    failures.push({ attempts: MOST_ATTEMPTS })
  }

  const fates = chance.shuffled(Array.from({ length: count }, (_, index) => index < count * LOST_SHARE))
  const planned = fates.filter(Boolean).length
  await inParallel(count, WIDTH, async (index) => {
    const { session } = await aJoiner(app)
    if (fates[index])
      await sandbox.post('/knobs', {
        failNext: { mode: chance.oneOf(LOSSES), method: 'POST', pathIncludes: '/subscriptions' },
      })
    const { status } = await join(app, session, plan)
    if (status === 200) return
    lost += 1
    if (status !== 502) failures.push({ status })
    const reaction = chance.oneOf(REACTIONS)
    told.set(reaction, (told.get(reaction) ?? 0) + 1)
    if (reaction === 'tries again') await joinUntilAnswered(session, plan)
    if (reaction === 'takes the other plan') await joinUntilAnswered(session, otherPlan)
    if (reaction === 'tries again later') later.push(() => joinUntilAnswered(session, plan))
  })
  await inParallel(later.length, WIDTH, (index) => later[index]?.() ?? Promise.resolve())
  await reconcileOnce(app)

  const sides = await readBothSides(app, sandbox)
  const reactions = [...told].map(([name, times]) => `${times} ${name}`).join(', ')
  return [
    noneOf(
      'each lost answer was a clear message',
      failures,
      `${count} joins, ${lost} answers lost (${reactions})`,
    ),
    {
      promise: 'as many answers were lost as were to be',
      holds: lost >= planned,
      seen: `${lost} of ${planned}`,
    },
    noneOf(
      'exactly one live subscription at the provider for each join',
      notExactlyOne(sides),
      `${sides.liveThere.size} there`,
    ),
    noneOf('no orphan at the provider after one pass of the reconciler', orphans(sides), '0'),
  ]
}
