/* The sound of a broadcast: one track, whatever it is mixed of. */

export interface SoundMix {
  /** Stays the same while what it is mixed of changes. */
  track: MediaStreamTrack
  setMicrophone: (stream: MediaStream | null) => void
  setScreen: (stream: MediaStream | null) => void
  setMuted: (isMuted: boolean) => void
  /** How loud the microphone is, 0 to 1, even if it is muted. */
  level: () => number
  close: () => void
}

export function startSoundMix(): SoundMix {
  const context = new AudioContext({ sampleRate: 48_000 })
  const out = context.createMediaStreamDestination()
  const microphone = context.createGain()
  const meter = context.createAnalyser()
  meter.fftSize = 1024
  const samples = new Float32Array(meter.fftSize)
  microphone.connect(out)
  // Without anything to hear, some browsers end the track instead of sending silence.
  const silence = context.createConstantSource()
  silence.offset.value = 0
  silence.connect(out)
  silence.start()
  const nodes: { microphone?: MediaStreamAudioSourceNode; screen?: MediaStreamAudioSourceNode } = {}

  function nodeOf(stream: MediaStream | null): MediaStreamAudioSourceNode | undefined {
    return stream && stream.getAudioTracks().length > 0 ? context.createMediaStreamSource(stream) : undefined
  }

  const [track] = out.stream.getAudioTracks()
  if (!track) throw new Error('There is no sound track.')
  return {
    track,
    setMicrophone(stream) {
      nodes.microphone?.disconnect()
      delete nodes.microphone
      const node = nodeOf(stream)
      if (!node) return
      nodes.microphone = node
      node.connect(microphone)
      node.connect(meter)
      void context.resume()
    },
    setScreen(stream) {
      nodes.screen?.disconnect()
      delete nodes.screen
      const node = nodeOf(stream)
      if (!node) return
      nodes.screen = node
      node.connect(out)
    },
    setMuted: (isMuted) => {
      microphone.gain.value = isMuted ? 0 : 1
    },
    level() {
      if (!nodes.microphone) return 0
      meter.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      // From -60 dB to 0 dB.
      return Math.min(1, Math.max(0, 1 + (10 * Math.log10(power + 1e-12)) / 60))
    },
    close() {
      track.stop()
      void context.close()
    },
  }
}
