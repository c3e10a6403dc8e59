import * as z from 'zod/mini'

import { route } from '../http/route.ts'

/** One calendar month in UTC. Amounts in dollars; fee + net = gross, to the cent. */
const monthOfEarnings = z.object({
  /** "2026-03" */
  month: z.string(),
  /** What supporters paid. */
  gross: z.number(),
  /** The platform's share. */
  fee: z.number(),
  /** What is the creator's. */
  net: z.number(),
})

export const getEarnings = route({
  method: 'GET',
  path: '/creatorpayments/getEarnings',
  caller: 'creator',
  summary: "What the caller's supporters paid in each of the last twelve months, the oldest first.",
  input: z.object({}),
  output: z.object({ months: z.array(monthOfEarnings), currency: z.string() }),
  failures: [],
})

export const getBalance = route({
  method: 'GET',
  path: '/creatorpayments/getBalance',
  caller: 'creator',
  summary: 'What the platform owes the caller: past the refund window, and still within it. In dollars.',
  input: z.object({}),
  output: z.object({ available: z.number(), pending: z.number(), currency: z.string() }),
  failures: [],
})

export const payoutRoutes = [getEarnings, getBalance] as const
