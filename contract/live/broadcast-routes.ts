import * as z from 'zod/mini'

import { id } from '../fields.ts'
import { route } from '../http/route.ts'
import { mediaFailures } from '../media/failures.ts'
import { liveFailures as failures } from './failures.ts'

const liveSessionId = id()
const broadcastId = id()

/** H.264, with or without AAC or Opus beside it. */
const mime = z
  .string()
  .check(
    z.maxLength(100),
    z.regex(/^video\/mp4; ?codecs="avc1\.[\da-f]{6}(?:, ?(?:mp4a\.40\.\d{1,2}|opus))?"$/i),
  )
const pixels = z.int().check(z.minimum(16), z.maximum(4096))

/** What the broadcaster puts afterwards, as bytes: see `initPath` and `segmentPath`. */
export const startBroadcast = route({
  method: 'POST',
  path: '/live-sessions/:liveSessionId/broadcasts',
  caller: 'owner',
  summary:
    'Begins to send the picture of a session, which its first segment starts. The same `clientKey` goes on where it was; another one takes over once nothing was heard for ten seconds.',
  input: z.object({ liveSessionId, clientKey: id(), mime, width: pixels, height: pixels }),
  output: z.object({ broadcastId, nextSeq: z.number() }),
  failures: [
    failures.live_session_not_found,
    failures.wrong_state,
    failures.being_broadcast,
    mediaFailures.storage_used_up,
  ],
})

export const endBroadcast = route({
  method: 'POST',
  path: '/broadcasts/:broadcastId/end',
  caller: 'owner',
  summary: 'Stops sending. The session goes on for two minutes, in which another broadcast can begin.',
  input: z.object({ broadcastId }),
  output: z.object({}),
  failures: [failures.live_session_not_found],
})

export const openPlayer = route({
  method: 'POST',
  path: '/live-sessions/:liveSessionId/players',
  caller: 'member',
  summary:
    'Where the caller watches a session, below `url`: `live.m3u8`, or `all.m3u8` from the beginning. The fourth at once ends their oldest.',
  input: z.object({ liveSessionId }),
  output: z.object({
    url: z.string(),
    /** null: nothing was sent, or not yet. */
    mime: z.nullable(z.string()),
    /** Closed captions lie in its pictures (CEA-608). */
    hasCaptions: z.boolean(),
    /** Below `small/` of `url` the same playlists lead to a picture for who saves data. */
    hasSmallPicture: z.boolean(),
    /** The session has ended, and `all.m3u8` with it. */
    isOver: z.boolean(),
  }),
  failures: [failures.live_session_not_found],
})

export const broadcastRoutes = [startBroadcast, endBroadcast, openPlayer] as const
