import * as z from 'zod/mini'

import { moment } from '../fields.ts'
import { route } from '../http/route.ts'

/** So long a pass is worth something, from when it was given. */
export const PASS_MINUTES = 30

export const getOwnPass = route({
  method: 'GET',
  path: '/user/support-pass',
  caller: 'member',
  summary: "The caller's support pass, while it is open: until when, and who uses it.",
  input: z.object({}),
  output: z.object({
    pass: z.nullable(
      z.object({
        expiresAt: moment,
        /** Since when it is used, and by whom; null: nobody has entered the code yet. */
        used: z.nullable(z.object({ at: moment, by: z.string() })),
      }),
    ),
  }),
  failures: [],
})

export const givePass = route({
  method: 'POST',
  path: '/user/support-pass',
  caller: 'member',
  summary:
    'Makes a code of eight digits with which one person on the staff sees part of the account for 30 minutes, and changes nothing. It replaces an earlier one.',
  input: z.object({}),
  output: z.object({ code: z.string(), expiresAt: moment }),
  failures: [],
})

export const takePassBack = route({
  method: 'DELETE',
  path: '/user/support-pass',
  caller: 'member',
  summary: "Ends the caller's support pass at once.",
  input: z.object({}),
  output: z.object({ changed: z.boolean() }),
  failures: [],
})

export const ownPassRoutes = [getOwnPass, givePass, takePassBack] as const
