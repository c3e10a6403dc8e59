/**
 * How long we wait for the other side of a connection, and how much of us one side may take. One policy for everything
 * that is served; docs/reliability.md says what a person notices of it. Tests bring smaller figures.
 */
export interface Patience {
  /** From the connection, or the first byte of a request, to the end of its headers. */
  headersWithinMs: number
  /** From a request's headers to the end of its JSON. A megabyte in that time is half of a slow phone's line. */
  bodyWithinMs: number
  /** What a form or an upload has to bring in every window; its whole may take hours. */
  uploadPace: Pace
  /**
   * How long a connection may take nothing of an answer that waits for it; Node looks twice, so it may be twice as
   * long. A browser whose player was paused for longer asks for the rest by Range when it goes on.
   */
  answerStallMs: number
  /** Requests of one connection that wait while another is answered. Browsers send one at a time, proxies a few. */
  pipelinedRequests: number
  /** Connections of one address that is no proxy of ours. Browsers open six; an office behind one address shares. */
  connectionsPerAddress: number
  /** Connections in all; each takes some 20 KB. */
  connections: number
  /** Requests of one address that are being answered, downloads and players among them. */
  requestsPerAddress: number
  /** The same of everybody. */
  requests: number
  /** Bodies above `LARGE_BODY_BYTES` that are in memory at once, of one address and of everybody. */
  largeBodiesPerAddress: number
  largeBodies: number
  /**
   * Bytes of such bodies, and of the fields of forms, that one address may send: at once, and by the second after that.
   * Reading a megabyte takes milliseconds of the whole node; the longest post of somebody who saves it is less.
   */
  largeBytesAtOnce: number
  largeBytesPerSecond: number
  /** Forms being received: one person sends one after another, in a tab or two. */
  formsPerPerson: number
  formsPerAddress: number
  forms: number
  /** Documents being drawn and own data being collected, for one person and for everybody; each may take a second. */
  heavyPerPerson: number
  heavy: number
}

/** The least that has to come in a window. */
export interface Pace {
  minBytes: number
  windowMs: number
}

/** 64 KB in half a minute: the slowest line on which a picture still arrives. */
export const UPLOAD_PACE: Pace = { minBytes: 65_536, windowMs: 30_000 }

export const PATIENCE: Patience = {
  headersWithinMs: 15_000,
  bodyWithinMs: 20_000,
  uploadPace: UPLOAD_PACE,
  answerStallMs: 40_000,
  pipelinedRequests: 16,
  connectionsPerAddress: 256,
  connections: 10_000,
  requestsPerAddress: 200,
  requests: 2000,
  largeBodiesPerAddress: 8,
  largeBodies: 48,
  largeBytesAtOnce: 4_194_304,
  largeBytesPerSecond: 262_144,
  formsPerPerson: 3,
  formsPerAddress: 12,
  forms: 64,
  heavyPerPerson: 2,
  heavy: 8,
}

/** Smaller bodies are not counted: nearly every call of ours is one. */
export const LARGE_BODY_BYTES = 65_536

/** How often Node looks for connections whose headers are late. */
export const CONNECTION_CHECK_MS = 2000

/** Of a request's first line and headers together. Browsers send one to four kilobytes. */
export const HEADERS_MAX_BYTES = 16_384
/** Headers of one request. Browsers and proxies together send about forty. */
export const HEADERS_MAX = 100
/** The path with its query. Sign-in issuers come back with one to two thousand characters. */
export const URL_MAX_CHARS = 8000
