import { Pause, Play, RotateCcw, RotateCw } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'

import { IconButton } from '#web/ui/icon-button.tsx'
import { SpinnerRing } from '#web/ui/spinner.tsx'

import { playerTexts } from './player-messages.ts'
import { PositionSlider } from './position-slider.tsx'
import { QualityChoice } from './quality-choice.tsx'
import { SessionTrouble } from './session-trouble.tsx'
import { type Playback, qualitiesOf, sourcesOf } from './sources.ts'
import { usePlayerSession } from './use-player-session.ts'
import { SKIP_SECONDS, useSound } from './use-sound.ts'

const texts = playerTexts.player

const SPEEDS = [1, 1.25, 1.5, 2, 0.75]

/** Plays a recording: position, skipping, speed. It continues where this browser stopped. */
export function SoundPlayer({ media, label }: { media: Playback; label: string }) {
  const audioRef = useRef<HTMLAudioElement>(null)
  const { state, quality, choose, retry } = usePlayerSession(audioRef, media)
  const sound = useSound(audioRef, media)
  const { second, durationSeconds, isPlaying, isWaiting, speed } = sound
  const [first] = useState(media)

  function pressKey(event: KeyboardEvent<HTMLInputElement>) {
    const keys: Record<string, () => void> = {
      ArrowLeft: () => sound.seek(second - 5),
      ArrowRight: () => sound.seek(second + 5),
      ArrowDown: () => sound.seek(second - SKIP_SECONDS),
      ArrowUp: () => sound.seek(second + SKIP_SECONDS),
      ' ': sound.toggle,
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms
    <div role="group" aria-label={label}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are the creator's to add */}
      <audio ref={audioRef} preload="none" {...sound.listeners}>
        {sourcesOf(first, 'auto').map(({ url, type }) => (
          <source key={url} src={url} type={type ?? undefined} />
        ))}
        {first.captions.map(({ language, label: name, url }) => (
          <track key={language} kind="captions" srcLang={language} label={name} src={url} />
        ))}
      </audio>
      {/* Time runs the same way everywhere. */}
      <div
        dir="ltr"
        className={`${state === 'well' ? 'flex' : 'hidden'} items-center gap-3 text-sm text-ink-soft tabular-nums`}
      >
        <PositionSlider {...{ second, durationSeconds }} onSeek={sound.seek} onKeyDown={pressKey} />
      </div>
      <div
        dir="ltr"
        className={`${state === 'well' ? 'grid' : 'hidden'} grid-cols-[1fr_auto_1fr] items-center gap-2`}
      >
        <button
          type="button"
          aria-label={texts.speedNow(speed)}
          title={texts.speed}
          onClick={() => sound.setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1)}
          className="h-11 min-w-13 justify-self-start rounded-control px-2 text-sm font-semibold text-ink-soft tabular-nums hover:bg-wash hover:text-ink"
        >
          {texts.speedShort(speed)}
        </button>
        <div className="flex items-center gap-2">
          <IconButton
            label={texts.back(SKIP_SECONDS)}
            icon={<RotateCcw aria-hidden="true" />}
            onClick={() => sound.seek(second - SKIP_SECONDS)}
          />
          <button
            type="button"
            aria-label={isPlaying ? texts.pause : texts.play}
            onClick={sound.toggle}
            className="inline-grid size-13 place-items-center rounded-full bg-brand text-brand-ink transition-colors duration-120 hover:bg-brand-strong [&>svg]:size-6"
          >
            {isWaiting ? (
              <SpinnerRing size={22} />
            ) : isPlaying ? (
              <Pause aria-hidden="true" fill="currentColor" strokeWidth={1} />
            ) : (
              <Play aria-hidden="true" fill="currentColor" strokeWidth={1} className="ms-0.5" />
            )}
          </button>
          <IconButton
            label={texts.forward(SKIP_SECONDS)}
            icon={<RotateCw aria-hidden="true" />}
            onClick={() => sound.seek(second + SKIP_SECONDS)}
          />
        </div>
        <span className="justify-self-end">
          <QualityChoice offered={qualitiesOf(media)} quality={quality} onChoose={choose} isCompact />
        </span>
      </div>
      {sound.caption && <p className="py-2 text-center text-base text-ink">{sound.caption}</p>}
      <SessionTrouble kind="audio" state={state} src={media.src} onRetry={retry} />
    </div>
  )
}
