import * as z from 'zod/mini'

import { pageFailures } from '../failures.ts'
import { moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { liveFailures as failures } from './failures.ts'

/** What comes in from streaming software. */
const incoming = z.object({
  width: z.number(),
  height: z.number(),
  kilobits: z.number(),
  /** Seconds between keyframes; null: there weren't two yet. */
  keyframeSeconds: z.nullable(z.number()),
  hasSound: z.boolean(),
  /** Nobody is shown it: no session waits for it. */
  isPreview: z.boolean(),
  /** The newest seconds of a preview, for who sends it; null: there are none yet. */
  clipUrl: z.nullable(z.string()),
})

/** What the software was cut off for, as far as its settings can change it. */
const fault = z.enum([
  'wrong_key',
  'picture_format',
  'picture_colours',
  'picture_size',
  'sound_format',
  'too_much',
  'clock',
  'restarts',
])
export type StreamFault = z.infer<typeof fault>

export const getStreamKey = route({
  method: 'GET',
  path: '/user/stream-key',
  caller: 'creator',
  summary: 'Where the caller’s streaming software sends, whether it has a key, and what comes in.',
  input: z.object({}),
  output: z.object({
    /** null: this server takes nothing from streaming software. */
    server: z.nullable(z.string()),
    /** null: there is no key yet. */
    createdAt: z.nullable(moment),
    /** null: nothing came in the last ten seconds. */
    incoming: z.nullable(incoming),
    /** null: nothing was refused in the last ten minutes, or something comes in again. */
    fault: z.nullable(fault),
  }),
  failures: [pageFailures.page_not_found],
})

export const makeStreamKey = route({
  method: 'POST',
  path: '/user/stream-key',
  caller: 'creator',
  stepUp: 'always',
  summary: 'Makes a key for streaming software, which is told once. The one before ends at once.',
  input: z.object({}),
  output: z.object({ server: z.string(), key: z.string() }),
  failures: [pageFailures.page_not_found, failures.wrong_state],
})

export const streamKeyRoutes = [getStreamKey, makeStreamKey] as const
