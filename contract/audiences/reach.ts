/** Who a step of an audience opens to, from the widest to the narrowest. Members follow the page they support. */
export const REACHES = ['everyone', 'followers', 'members', 'plans'] as const
export type Reach = (typeof REACHES)[number]

export const STEPS_MAX = 6
/** Plans that one step names; pages have fewer. */
export const PLANS_PER_STEP_MAX = 50
/** The longest that a step waits for after publishing. */
export const DAYS_MAX = 366
