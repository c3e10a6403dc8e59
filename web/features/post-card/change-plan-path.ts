/** Names the creator whose plan is to be changed, in the address of My Subscriptions. */
export const CHANGE_PARAMETER = 'change'

/** Names the plan to change to; without it the dialog opens on what the member has. */
export const PLAN_PARAMETER = 'plan'

/** Where a member chooses another plan of a creator, or has one of them chosen already. */
export function changePlanPath(pageHandle: string, planId: string | null = null): string {
  const query = new URLSearchParams({
    [CHANGE_PARAMETER]: pageHandle,
    ...(planId !== null && { [PLAN_PARAMETER]: planId }),
  })
  return `/subscriptions?${query.toString()}`
}
