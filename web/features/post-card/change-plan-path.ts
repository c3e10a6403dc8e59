/** Names the creator whose plan is to be changed, in the address of My Subscriptions. */
export const CHANGE_PARAMETER = 'change'

/** Where a member chooses another plan of a creator. */
export function changePlanPath(pageHandle: string): string {
  return `/subscriptions?${CHANGE_PARAMETER}=${pageHandle}`
}
