/* Without zod: the player loads this. */

/** Where the picture of a session comes from. */
export const LIVE_VIDEOS = ['none', 'browser', 'rtmp'] as const
export type LiveVideo = (typeof LIVE_VIDEOS)[number]

/** What players read before the first segment. */
export const INIT_MAX_BYTES = 65_536
export const SEGMENT_MAX_BYTES = 4_194_304
export const SEGMENT_MIN_MS = 100
export const SEGMENT_MAX_MS = 10_000

/** Nothing heard for so long: the line is lost, and those who watch are told. */
export const LOST_AFTER_SECONDS = 10
/** Not back by then, the session is over. */
export const LINE_LOST_MINUTES = 2

/** Of one session, in all. It ends where one of them is reached. */
export const LIVE_MAX_BYTES = 20 * 1024 ** 3
export const LIVE_MAX_SEGMENTS = 65_000

/** One person watches at so many places at once; another one ends the oldest. */
export const PLAYERS_MAX = 3
/** Segments in the playlist of what is on now. */
export const LIVE_PLAYLIST_SEGMENTS = 60

export const INIT_TYPE = 'video/mp4'

/** Where what players read first is put. */
export function initPath(broadcastId: string): string {
  return `/api/broadcasts/${broadcastId}/init`
}

/** Where a segment is put, in order. */
export function segmentPath(broadcastId: string, seq: number, durationMs: number): string {
  return `/api/broadcasts/${broadcastId}/segments/${seq}?durationMs=${Math.round(durationMs)}`
}

/** Below it: `live.m3u8`, what is on now; `all.m3u8`, from the beginning; below `small/` both with small pictures, and below `sound/` without. */
export function playerPath(liveSessionId: string, playerId: string): string {
  return `/media/live/${liveSessionId}/${playerId}`
}
