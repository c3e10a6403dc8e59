import type { LivedPage, LivedPlan } from './people.ts'
import type { World } from './world.ts'

/*
 * What a creator does with prices: up and down, by mistake, and put right within the same moment, or once days have
 * passed. The rule is in dues.ts: a renewal costs what was agreed, or the price at that moment if that is less.
 */

/** The cheapest plan costs the least there may be; the others stay above the plan below them, whatever that costs. */
const LEAST_SHARE = 60

/** A price by mistake, and what it should have been, in cents a month; by plan. */
const mistakes = new WeakMap<LivedPlan, number>()

async function setPrice(world: World, page: LivedPage, plan: LivedPlan, cents: number): Promise<void> {
  const form = { name: plan.name, price: cents / 100, description: '' }
  const path = `/creatorPlan/update/${page.handle}/${plan.id}`
  const answer = await world.api.call('PUT', path, form, page.session)
  if (answer.status === 200) plan.prices.push({ from: world.now(), cents })
}

export async function editPrice(
  world: World,
  page: LivedPage,
  plan: LivedPlan,
  random: (below: number) => number,
): Promise<void> {
  const right = mistakes.get(plan)
  if (right !== undefined) {
    mistakes.delete(plan)
    return setPrice(world, page, plan, right)
  }
  const [first, present] = [plan.prices[0]?.cents ?? 500, plan.prices.at(-1)?.cents ?? 500]
  if (plan.rank === 0 || random(2) === 0)
    return setPrice(world, page, plan, first + Math.floor((first * random(20)) / 100))
  await setPrice(world, page, plan, Math.floor((first * (LEAST_SHARE + random(30))) / 100))
  // Noticed at once, or with the next edit.
  if (random(2) === 0) await setPrice(world, page, plan, present)
  else mistakes.set(plan, present)
}
