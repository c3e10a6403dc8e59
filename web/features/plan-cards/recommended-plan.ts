/** The spec's default selection. */
const DEFAULT_PLAN_NAME = 'tipsy'

/** The plan to highlight among plans in order of price: the one called Tipsy, else the middle one. */
export function findRecommendedPlan<Plan extends { name: string }>(plans: readonly Plan[]): Plan | null {
  const named = plans.find((plan) => plan.name.trim().toLowerCase() === DEFAULT_PLAN_NAME)
  return named ?? plans[Math.floor(plans.length / 2)] ?? null
}
