import type { TestApp } from '../app-on-database.ts'
import { steerSandbox } from '../sandbox.ts'
import { aJoiner, aPageToJoin, join, notExactlyOne, orphans, readBothSides } from './joins.ts'
import { chanceOf, type Finding, inParallel, noneOf, type ProofSize } from './proof.ts'

const CLICKS = 10
const PEOPLE_AT_ONCE = 4
/** The share of people who have both plans open in two tabs. */
const TWO_TABS_SHARE = 0.2

/** People who press Join ten times at the same moment, some of them for two plans of one creator. */
export async function proveDoubleClicks(app: TestApp, { seed, count }: ProofSize): Promise<Finding[]> {
  const sandbox = steerSandbox(app)
  const chance = chanceOf(seed)
  const { plan, otherPlan } = await aPageToJoin(app)
  const odd: unknown[] = []
  const statuses = new Map<number, number>()
  const people = new Set<string>()
  await inParallel(count, PEOPLE_AT_ONCE, async () => {
    const { id, session } = await aJoiner(app)
    people.add(id)
    const hasTwoTabs = chance.share() < TWO_TABS_SHARE
    const answers = await Promise.all(
      Array.from({ length: CLICKS }, (_, click) =>
        join(app, session, hasTwoTabs && click % 2 === 1 ? otherPlan : plan),
      ),
    )
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const opened = new Set(
      answers.flatMap(({ status, body }) => (status === 200 ? [body.subscriptionId] : [])),
    )
    const refused = answers.filter(({ status }) => status !== 200 && status !== 409)
    // Of two plans the last requested one wins.
    if ((!hasTwoTabs && opened.size !== 1) || refused.length > 0)
      odd.push({ id, opened: [...opened], refused: refused.map(({ status }) => status) })
  })
  await app.drain()

  const sides = await readBothSides(app, sandbox)
  const live = sides.own.filter(({ status }) => status === 'pending')
  const perPerson = [...people].filter((id) => live.filter(({ memberId }) => memberId === id).length !== 1)
  const seen = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')
  return [
    noneOf('ten clicks on one plan open one checkout; the others get the same id, or 409', odd, seen),
    noneOf('one live subscription for each person', perPerson, `${live.length} of ${count} people`),
    noneOf(
      'exactly one live subscription at the provider for each',
      notExactlyOne(sides),
      `${sides.liveThere.size}`,
    ),
    noneOf('nothing else can be paid at the provider', orphans(sides), '0 orphans'),
  ]
}
