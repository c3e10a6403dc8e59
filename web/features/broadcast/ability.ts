/** What a browser can't do for a broadcast; null: it can do all of it. */
export type Inability = 'no_capture' | 'no_encoder'

export function findInability(): Inability | null {
  if (typeof navigator.mediaDevices?.getUserMedia !== 'function') return 'no_capture'
  return typeof VideoEncoder === 'function' && typeof AudioEncoder === 'function' ? null : 'no_encoder'
}

export function mayShareScreen(): boolean {
  return typeof navigator.mediaDevices?.getDisplayMedia === 'function'
}

/** Why there is no picture or sound. */
export type CaptureProblem = 'refused' | 'no_device' | 'in_use' | 'failed'

export function problemOf(error: unknown): CaptureProblem {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'no_device'
  return name === 'NotReadableError' || name === 'AbortError' ? 'in_use' : 'failed'
}
