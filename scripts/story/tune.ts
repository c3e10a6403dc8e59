const SAMPLE_RATE = 22_050
const BEAT_SECONDS = 0.42

/*
 * Bars of six notes, in semitones above the A below middle C; the first of each is the bass. `boats` is a slow walk
 * through D, B minor, G and A, `harbour` a lower one through B minor, G, D and F sharp minor.
 */
const TUNES = {
  boats: [
    [5, 9, 12, 17, 12, 9],
    [2, 9, 14, 17, 14, 9],
    [-2, 10, 14, 17, 14, 10],
    [0, 7, 12, 16, 12, 7],
  ],
  harbour: [
    [-10, 2, 9, 14, 17, 14],
    [-14, 5, 10, 14, 19, 14],
    [-7, 5, 12, 17, 21, 17],
    [-3, 4, 9, 13, 16, 13],
  ],
} as const satisfies Record<string, readonly (readonly number[])[]>

export type Tune = keyof typeof TUNES

/**
 * A tune on a plucked string, as WAV (mono, 16 bits). Played here, by the algorithm of Karplus and Strong, so that it
 * is ours; the same seconds give the same bytes.
 */
export function playTune(tune: Tune, seconds: number): Buffer {
  const samples = new Float32Array(Math.round(seconds * SAMPLE_RATE))
  const notes = TUNES[tune].flat()
  const half = notes.length
  let at = 0
  for (let index = 0; at < samples.length; index++) {
    const semitones = notes[index % notes.length] ?? 0
    const isBass = index % 6 === 0
    pluck(samples, at, 220 * 2 ** (semitones / 12), isBass ? 0.5 : 0.3, index)
    // The second time round, a melody an octave above joins on the beat.
    if (Math.floor(index / half) % 2 === 1 && index % 3 === 0)
      pluck(samples, at, 440 * 2 ** ((notes[(index + 3) % half] ?? 0) / 12), 0.22, index + 97)
    at += Math.round(BEAT_SECONDS * SAMPLE_RATE)
  }
  fadeOut(samples)
  return wav(samples)
}

/** Noise in a ring as long as one wave, softened each time round: a string that was pulled and let go. */
function pluck(samples: Float32Array, start: number, hertz: number, volume: number, seed: number): void {
  const ring = new Float32Array(Math.round(SAMPLE_RATE / hertz))
  let state = (seed * 7919 + 17) % 2_147_483_647
  for (let index = 0; index < ring.length; index++) {
    state = (state * 48_271) % 2_147_483_647
    ring[index] = (state / 2_147_483_647) * 2 - 1
  }
  const end = Math.min(samples.length, start + SAMPLE_RATE * 3)
  for (let at = start, place = 0; at < end; at++, place = (place + 1) % ring.length) {
    const next = ((ring[place] ?? 0) + (ring[(place + 1) % ring.length] ?? 0)) * 0.498
    samples[at] = (samples[at] ?? 0) + (ring[place] ?? 0) * volume
    ring[place] = next
  }
}

function fadeOut(samples: Float32Array): void {
  const length = Math.min(samples.length, SAMPLE_RATE * 2)
  for (let left = 0; left < length; left++) {
    const at = samples.length - 1 - left
    samples[at] = (samples[at] ?? 0) * (left / length)
  }
}

function wav(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(44 + samples.length * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + samples.length * 2, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(SAMPLE_RATE, 24)
  bytes.writeUInt32LE(SAMPLE_RATE * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples.length * 2, 40)
  for (const [at, sample] of samples.entries())
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 30_000), 44 + at * 2)
  return bytes
}
