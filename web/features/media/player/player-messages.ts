/** The texts of a player. Apart from the others: pages load these with a video or a sound only. */
export const playerTexts = {
  quality: {
    label: 'Quality',
    auto: 'Best quality',
    saver: 'Data saver',
    sound: 'Sound only',
  },
  player: {
    position: 'Position',
    positionOf: (at: string, duration: string) => `${at} of ${duration}`,
    speed: 'Speed',
    speedNow: (times: number) => `Speed, ${times} times`,
    speedShort: (times: number) => `${times}×`,
    back: (seconds: number) => `Back ${seconds} seconds`,
    forward: (seconds: number) => `Forward ${seconds} seconds`,
    play: 'Play',
    pause: 'Pause',
  },
} as const
