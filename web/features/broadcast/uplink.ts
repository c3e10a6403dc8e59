import { endBroadcast, startBroadcast } from '#contract/live/calls.ts'
import { INIT_TYPE, initPath, segmentPath } from '#contract/live/broadcast-rules.ts'
import { call, CallError } from '#web/api/call.ts'
import { readToken } from '#web/api/session.ts'

import type { Header } from './encode.ts'
import type { Segment, Sent } from './segment-queue.ts'

/** No answer by then is none: the line is away. */
const ANSWER_WITHIN_MS = 10_000

export interface Uplink {
  /** Begins at the server. Throws what a person can read. */
  open: (header: Header) => Promise<void>
  send: (segment: Segment) => Promise<Sent>
  resume: (isGap: boolean) => Promise<Sent>
  close: () => Promise<void>
}

/** Where a broadcast goes: first its header, then its segments by number. */
export function openUplink(liveSessionId: string, size: { width: number; height: number }): Uplink {
  let clientKey = crypto.randomUUID()
  let broadcastId = ''
  let seq = 0
  let header: Header | null = null

  async function begin({ bytes, mime }: Header): Promise<void> {
    const begun = await call(startBroadcast, { liveSessionId, clientKey, mime, ...size })
    broadcastId = begun.broadcastId
    seq = begun.nextSeq
    const sent = await put(initPath(broadcastId), bytes)
    if (sent !== 'taken') throw new CallError({ code: 'offline', status: 0, message: '' })
  }

  async function end(): Promise<void> {
    if (broadcastId !== '') await call(endBroadcast, { broadcastId }).catch(() => null)
  }

  return {
    async open(given) {
      header = given
      await begin(given)
    },
    async send({ bytes, durationMs }) {
      const sent = await put(segmentPath(broadcastId, seq, durationMs), bytes)
      if (sent === 'taken') seq += 1
      return sent
    },
    async resume(isGap) {
      if (!header) return 'away'
      // What comes after a gap is a broadcast of its own: players know then that times jump.
      if (isGap) {
        await end()
        clientKey = crypto.randomUUID()
      }
      try {
        await begin(header)
        return 'taken'
      } catch (error) {
        return isFinal(error) || (!isGap && isTakenOver(error)) ? 'over' : 'away'
      }
    },
    close: end,
  }
}

/** The session has ended, or is no longer theirs. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof CallError && ([401, 403, 404].includes(error.status) || error.code === 'wrong_state')
  )
}

/** It is sent from another window now. */
function isTakenOver(error: unknown): boolean {
  return error instanceof CallError && error.code === 'being_broadcast'
}

async function put(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<Sent> {
  let response: Response
  try {
    response = await fetch(path, {
      method: 'PUT',
      headers: { 'content-type': INIT_TYPE, authorization: `Bearer ${readToken() ?? ''}` },
      body: bytes,
      credentials: 'include',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
  } catch {
    return 'away'
  }
  if (response.ok) return 'taken'
  const code = await codeOf(response)
  // Its number was wrong, or the line was ended meanwhile: where it goes on is asked.
  if (code === 'segment_out_of_order' || code === 'wrong_state') return 'behind'
  if (code === 'segment_refused' || response.status === 413) return 'refused'
  return [401, 403, 404].includes(response.status) ? 'over' : 'away'
}

async function codeOf(response: Response): Promise<unknown> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'code' in body ? body.code : null
  } catch {
    return null
  }
}
