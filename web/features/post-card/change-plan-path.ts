/** Names the creator whose plan to change, in the address of My Subscriptions. */
export const CHANGE_PARAMETER = 'change'

/** Names the plan to change to; without it the dialog opens on the member's current plan. */
export const PLAN_PARAMETER = 'plan'

/** Where a member chooses another plan of a creator; one of them may be preselected. */
export function changePlanPath(pageHandle: string, planId: string | null = null): string {
  const query = new URLSearchParams({
    [CHANGE_PARAMETER]: pageHandle,
    ...(planId !== null && { [PLAN_PARAMETER]: planId }),
  })
  return `/subscriptions?${query.toString()}`
}
