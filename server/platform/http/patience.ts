/**
 * How long we wait for the other side of a connection, and how much of us one side may take. One policy for everything
 * that is served; docs/limits.md says what the proxy does beside it. Tests use smaller figures.
 */
export interface Patience {
  /** From the connection, or the first byte of a request, to the end of its headers. */
  headersWithinMs: number
  /** From a request's headers to the end of its JSON. A megabyte in that time needs half of a slow phone's line. */
  bodyWithinMs: number
  /** The bytes a form or an upload has to bring in every window; the whole may take hours. */
  uploadPace: Pace
  /**
   * How long a connection may accept nothing of an answer that waits for it; Node checks twice, so it may be twice as
   * long. A browser whose player was paused for longer asks for the rest by Range when it continues.
   */
  answerStallMs: number
  /** Requests of one connection that are under way at once. Browsers send one at a time, and proxies too. */
  pipelinedRequests: number
  /** Connections in all; each takes some 20 KB. How many one address may have is up to the proxy (deploy/nginx). */
  connections: number
  /** Requests of one address that are being answered, downloads and players among them. */
  requestsPerAddress: number
  /** The same for all addresses together. */
  requests: number
  /** Bodies above `LARGE_BODY_BYTES` held in memory at once, of one address and of all together. */
  largeBodiesPerAddress: number
  largeBodies: number
  /**
   * Bytes of such bodies, and of form fields, that one address may send: at once, and per second after that. Reading a
   * megabyte takes the whole node milliseconds; saving even the longest post sends less.
   */
  largeBytesAtOnce: number
  largeBytesPerSecond: number
  /** Forms being received: one person sends one after another, in a tab or two. */
  formsPerPerson: number
  formsPerAddress: number
  forms: number
  /** Documents being drawn and data exports being collected, per person and in total; each may take a second. */
  heavyPerPerson: number
  heavy: number
}

/** The least that has to arrive in a window. */
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
  // Ten thousand open pages, each with its stream of events, and those who come and go beside them.
  connections: 12_000,
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

/** Smaller bodies aren't counted: nearly every call of ours is one. */
export const LARGE_BODY_BYTES = 65_536

/** How often Node looks for connections whose headers are late. */
export const CONNECTION_CHECK_MS = 2000
/** Longer than proxies keep theirs, so that they end it: a request on its way to a connection that we ended would be lost. */
export const KEEP_ALIVE_MS = 72_000

/** The first line and headers of a request together. Browsers send one to four kilobytes. */
export const HEADERS_MAX_BYTES = 16_384
/** Headers of one request. Browsers and proxies together send about forty. */
export const HEADERS_MAX = 100
/** The path with its query. Sign-in issuers come back with one to two thousand characters. */
export const URL_MAX_CHARS = 8000
