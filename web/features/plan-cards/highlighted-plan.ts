/** The spec's default selection. */
const DEFAULT_PLAN_NAME = 'tipsy'

/** The plan to highlight among plans in order of price: the recommended one, else the one called Tipsy, else the middle one. */
export function findHighlightedPlan<Plan extends { name: string; isRecommended: boolean }>(
  plans: readonly Plan[],
): Plan | null {
  const chosen = plans.find((plan) => plan.isRecommended)
  if (chosen) return chosen
  const named = plans.find((plan) => plan.name.trim().toLowerCase() === DEFAULT_PLAN_NAME)
  return named ?? plans[Math.floor(plans.length / 2)] ?? null
}
