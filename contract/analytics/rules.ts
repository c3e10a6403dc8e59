/**
 * `ending`: ends with its paid period. `grace`: a renewal failed, and access lasts a little longer. `paused`: nothing is
 * charged. `past`: access has ended.
 */
export const MEMBER_STATES = ['active', 'ending', 'grace', 'paused', 'past'] as const
