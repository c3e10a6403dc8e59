import { plural } from '#contract/plural.ts'

/** Shown when a call got no answer. */
export const callTexts = {
  offline: 'You are offline. Check your connection and try again.',
  unreachable: 'We could not reach Cheers. Check your connection and try again.',
  tooSlow: 'Cheers did not answer in time. Check your connection and try again.',
  waitSeconds: (count: number) =>
    plural(count, {
      one: 'Too many attempts. You can try again in {n} second.',
      other: 'Too many attempts. You can try again in {n} seconds.',
    }),
  waitMinutes: (count: number) =>
    plural(count, {
      one: 'Too many attempts. You can try again in {n} minute.',
      other: 'Too many attempts. You can try again in {n} minutes.',
    }),
  waitHours: (count: number) =>
    plural(count, {
      one: 'Too many attempts. You can try again in {n} hour.',
      other: 'Too many attempts. You can try again in {n} hours.',
    }),
} as const
