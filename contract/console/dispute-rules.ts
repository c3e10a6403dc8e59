/** What the provider takes as an answer, in characters. */
export const EVIDENCE_MAX_LENGTH = 1000
export const EVIDENCE_PICTURES_MAX = 10

/** `waiting`: no bank has decided. `settled`: it has. */
export const DISPUTE_QUEUES = ['waiting', 'settled'] as const
export type DisputeQueue = (typeof DISPUTE_QUEUES)[number]

/**
 * `none`: nobody has answered. `queued`: on its way to the provider. `sent`: the bank has it. `refused`: the provider
 * didn't take it.
 */
export const EVIDENCE_STATES = ['none', 'queued', 'sent', 'refused'] as const
export type EvidenceState = (typeof EVIDENCE_STATES)[number]

/** What happened to a disputed payment, in its timeline. */
export const DISPUTE_MOMENTS = ['paid', 'opened', 'answered', 'sent', 'refused', 'due', 'settled'] as const
