/** The pictures a broadcast can have. The best one is offered where the camera and the line allow it. */
export const SIZES = {
  saver: { width: 854, height: 480, bitrate: 1_000_000 },
  standard: { width: 1280, height: 720, bitrate: 2_500_000 },
  high: { width: 1920, height: 1080, bitrate: 5_000_000 },
} as const

export type Size = keyof typeof SIZES
export const SIZE_NAMES = ['saver', 'standard', 'high'] as const satisfies readonly Size[]

export const SOUND_BITRATE = 128_000
export const FRAMES_A_SECOND = 30
