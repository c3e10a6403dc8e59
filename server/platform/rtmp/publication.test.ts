import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readAudioSettings, readVideoSettings } from './codec-settings.ts'
import { RtmpRefused } from './limits.ts'
import { createPublication } from './publication.ts'
import { audioSettings, picture, sound, VIDEO_RECORD, videoSettings } from './rtmp-testing.ts'

interface Emitted {
  inits: { mime: string; width: number; height: number }[]
  durations: number[]
  segments: Buffer[]
}

/** What a sender of these pictures makes; the clock goes with them. */
function publish(work: (take: ReturnType<typeof createPublication>, clock: { ms: number }) => void): Emitted {
  const emitted: Emitted = { inits: [], durations: [], segments: [] }
  const clock = { ms: 0 }
  const publication = createPublication(
    {
      onInit: ({ mime, width, height }) => emitted.inits.push({ mime, width, height }),
      onSegment(bytes, durationMs) {
        emitted.segments.push(bytes)
        emitted.durations.push(durationMs)
      },
    },
    () => clock.ms,
  )
  publication.take(videoSettings())
  publication.take(audioSettings())
  work(publication, clock)
  publication.pause()
  return emitted
}

/** Ten pictures a second, with keyframes this far apart. */
function pictures(keyframeEveryMs: number, lengthMs: number, startMs = 0): Emitted {
  return publish(({ take }, clock) => {
    for (let ms = 0; ms < lengthMs; ms += 100) {
      clock.ms = ms
      take(picture(startMs + ms, { isKeyframe: ms % keyframeEveryMs === 0 }))
      take(sound(startMs + ms))
    }
  })
}

describe('segments', () => {
  test('begin at keyframes where those are at most three seconds apart', () => {
    expect(pictures(1000, 4000).durations).toEqual([1000, 1000, 1000, 1000])
    expect(pictures(500, 4000).durations).toEqual([1000, 1000, 1000, 1000])
    expect(pictures(2000, 6000).durations).toEqual([2000, 2000, 2000])
    // The distance is known after the second keyframe.
    expect(pictures(3000, 9000).durations).toEqual([2000, 1000, 3000, 3000])
  })

  test('are cut every two seconds where keyframes are rare, and at each keyframe', () => {
    expect(pictures(8000, 16_000).durations).toEqual([2000, 2000, 2000, 2000, 2000, 2000, 2000, 2000])
    expect(pictures(8300, 16_600).durations).toEqual([
      2000, 2000, 2000, 2000, 300, 2000, 2000, 2000, 2000, 300,
    ])
  })

  test('are cut where they would become too large', () => {
    const bytes = Buffer.alloc(400_000)
    const { segments, durations } = publish(({ take }, clock) => {
      for (let ms = 0; ms < 2000; ms += 100) {
        clock.ms = ms
        take(picture(ms, { isKeyframe: ms === 0, bytes }))
      }
    })
    expect(durations).toEqual([800, 800, 400])
    expect(Math.max(...segments.map(({ length }) => length))).toBeLessThan(4 * 1024 * 1024)
  })

  test('count their time from the broadcast’s beginning, whatever the sender’s clock says', () => {
    const at = (bytes: Buffer) => bytes.readBigUInt64BE(bytes.indexOf('tfdt') + 8)
    expect(pictures(1000, 3000, 4_000_000_000).segments.map(at)).toEqual([0n, 1000n, 2000n])
  })

  test('know what is in them', () => {
    expect(pictures(1000, 2000).inits).toEqual([
      { mime: 'video/mp4; codecs="avc1.4d401e,mp4a.40.2"', width: 640, height: 360 },
    ])
  })

  test('begin anew when the clock jumps or the settings change, from the next keyframe on', () => {
    const { inits, durations } = publish(({ take }) => {
      for (let ms = 0; ms < 1500; ms += 100) take(picture(ms, { isKeyframe: ms % 1000 === 0 }))
      for (let ms = 0; ms < 1500; ms += 100) take(picture(60_000 + ms, { isKeyframe: ms === 500 }))
    })
    expect([inits.length, durations]).toEqual([2, [1000, 500, 1000]])
  })

  test('leave out sound that came twice, and go on after a gap where it belongs', () => {
    const { segments, durations } = publish(({ take }) => {
      for (let ms = 0; ms < 2000; ms += 100) take(picture(ms, { isKeyframe: ms === 0 }))
      for (let count = 0; count < 5000; count++) take(sound(0))
      take(sound(1500))
      take(picture(2000, { isKeyframe: true }))
    })
    const run = segments[0] ?? Buffer.alloc(0)
    const at = run.lastIndexOf('trun')
    // As many as fit into a tenth of a second before the clock is behind, and the one after the gap.
    expect([run.readUInt32BE(at + 8), durations]).toEqual([6, [2000]])
    // The one before the gap lasts until then.
    expect(run.readUInt32BE(at + 16 + 4 * 16)).toBe(48 * 1500 - 4 * 1024)
  })

  test('are refused to a sender that runs ahead, packs too much in, or begins again and again', () => {
    const refused = (work: Parameters<typeof publish>[0]) => expect(() => publish(work)).toThrow(RtmpRefused)
    refused(({ take }) => {
      for (let ms = 0; ms < 60_000; ms += 500) take(picture(ms, { isKeyframe: true }))
    })
    refused(({ take }) => {
      for (let count = 0; count < 5000; count++)
        take(picture(0, { isKeyframe: true, bytes: Buffer.alloc(1_000_000) }))
    })
    refused(({ take }) => {
      for (let count = 0; count < 5000; count++) take(picture(0, { isKeyframe: count === 0 }))
    })
    refused(({ take }) => {
      for (let count = 0; count < 20; count++) take(picture(count * 10_000, { isKeyframe: true }))
    })
  })
})

describe('settings', () => {
  test('are of H.264 with 8 bits and 4:2:0, up to 1080p, and of AAC', () => {
    expect(readVideoSettings(VIDEO_RECORD)).toMatchObject({ codec: 'avc1.4d401e', width: 640, height: 360 })
    expect(readAudioSettings(Buffer.of(0x12, 0x10))).toMatchObject({ sampleRate: 44_100, channels: 2 })
    const high10 = Buffer.from(VIDEO_RECORD)
    high10.writeUInt8(110, 1)
    expect(() => readVideoSettings(high10)).toThrow('pictures in profile 110')
    expect(() =>
      publish(({ take }) => take({ ...picture(0), payload: Buffer.of(0x1c, 0, 0, 0, 0) })),
    ).toThrow('pictures that aren’t H.264')
    expect(() => publish(({ take }) => take({ ...sound(0), payload: Buffer.of(0x2f, 0, 0) }))).toThrow(
      'sound that isn’t AAC',
    )
  })

  test('that are anything at all are read or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
        const [head, rest] = [VIDEO_RECORD.subarray(0, 9), Buffer.from(bytes)]
        for (const record of [rest, Buffer.concat([head, rest])])
          for (const read of [readVideoSettings, readAudioSettings])
            try {
              read(record)
            } catch (error) {
              expect(error).toBeInstanceOf(RtmpRefused)
            }
      }),
      { numRuns: 500 },
    )
  })
})
