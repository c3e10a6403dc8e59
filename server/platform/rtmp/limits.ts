/** What the person who sends can change about it. */
export type SenderFault =
  | 'picture_format'
  | 'picture_colours'
  | 'picture_size'
  | 'sound_format'
  | 'too_much'
  | 'clock'
  | 'restarts'

/** Who sends or receives what the protocol, or our limits, don't allow. The message is for the log. */
export class RtmpRefused extends Error {
  override name = 'RtmpRefused'
  fault: SenderFault | null

  constructor(message: string, fault: SenderFault | null = null) {
    super(message)
    this.fault = fault
  }
}

/** Before a sender has shown a key. */
export const BEFORE_PUBLISHING = { ms: 10_000, bytes: 64 * 1024, socketsPerAddress: 20 }
/** Of one thread. */
export const SOCKETS_MAX = 200
export const PUBLISHERS_MAX = 40

export const MESSAGE_BYTES_MAX = 2 * 1024 * 1024
export const CHUNK_STREAMS_MAX = 8
/** Messages under way on all chunk streams of a connection. */
export const UNFINISHED_BYTES_MAX = 4 * 1024 * 1024

/** Encoders send a message of sound every 21 ms or so. */
export const SILENCE_MS = 15_000
/** 8 Mbit/s is what we recommend at most; encoders exceed it for a moment, and catch up after a break. */
export const RATE = { windowMs: 10_000, bytes: 20 * 1024 * 1024 }

/** One medium segment takes 4 MB; the rest is for headers. */
export const FRAGMENT_BYTES_MAX = 3_900_000
export const FRAGMENT_SAMPLES_MAX = 1000
/** Segments that were handed over and aren't stored yet. Beyond, the sender isn't read from. */
export const UNTAKEN_SEGMENTS_MAX = 4
export const UNTAKEN_MS = 30_000
