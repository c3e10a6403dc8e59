import * as z from 'zod/mini'

/** What members may answer when they cancel and are asked why. */
export const LEAVING_REASONS = ['price', 'content', 'time', 'elsewhere', 'finished', 'other'] as const

export const leavingReason = z.enum(LEAVING_REASONS)
export type LeavingReason = z.infer<typeof leavingReason>
