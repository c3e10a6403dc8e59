import { useEffect, useRef, useState } from 'react'

import { broadcastTexts as texts } from './messages.ts'
import type { SoundMix } from './sound-mix.ts'

const EVERY_MS = 80
/** Quieter than that for so long: perhaps it is the wrong microphone. */
const QUIET_LEVEL = 0.12
const QUIET_AFTER_MS = 6000

/** How loud the microphone is, and a word when nothing is heard. */
export function LevelMeter({ sound, isMuted }: { sound: SoundMix; isMuted: boolean }) {
  const meterRef = useRef<HTMLProgressElement>(null)
  const [isQuiet, setIsQuiet] = useState(false)

  useEffect(() => {
    let heardAt = performance.now()
    const timer = setInterval(() => {
      const level = sound.level()
      if (meterRef.current) meterRef.current.value = level
      if (level > QUIET_LEVEL) heardAt = performance.now()
      setIsQuiet(performance.now() - heardAt > QUIET_AFTER_MS)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [sound])

  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <progress ref={meterRef} aria-label={texts.level} max={1} value={0} className="progress-bar" />
      {(isMuted || isQuiet) && (
        <output className="text-sm text-ink-soft">{isMuted ? texts.isMuted : texts.quiet}</output>
      )}
    </div>
  )
}
