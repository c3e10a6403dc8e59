import {
  Captions,
  Headphones,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  SkipBack,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useSyncExternalStore } from 'react'

import { PositionSlider } from '#web/features/media/player/position-slider.tsx'
import { QualityChoice } from '#web/features/media/player/quality-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SpinnerRing } from '#web/ui/spinner.tsx'

import { liveVideoTexts as texts } from './messages.ts'
import { useLivePlayer } from './use-live-player.ts'

/** Further behind than where it is brought forward by itself, it says so, and how to come back. */
const LIVE_WITHIN_SECONDS = 10

export interface LivePlayerProps {
  liveSessionId: string
  title: string
  /** Who is filmed; null: the reader. */
  pageName: string | null
  /** Its picture comes in at the moment. */
  isOnAir: boolean
  /** The session has ended: what was shown can be watched. */
  isOver: boolean
}

type Player = ReturnType<typeof useLivePlayer>

/** What a session shows, or showed. */
export function LivePlayer({ liveSessionId, title, pageName, isOnAir, isOver }: LivePlayerProps) {
  const frameRef = useRef<HTMLDivElement>(null)
  const videoRef = useRef<HTMLVideoElement>(null)
  const player = useLivePlayer(videoRef, liveSessionId, isOver)
  const isFull = useIsFullScreen()

  function toggleFullScreen() {
    const video = videoRef.current
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (frameRef.current?.requestFullscreen) void frameRef.current.requestFullscreen()
    // iPhones fill the screen with a video only.
    else if (video && 'webkitEnterFullscreen' in video) (video.webkitEnterFullscreen as () => void)()
  }

  return (
    <div
      ref={frameRef}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms
      role="group"
      aria-label={texts.controls}
      hidden={player.state === 'nothing'}
      className={classNames(
        'relative min-h-0 shrink-0 flex-col',
        player.state === 'nothing' ? 'hidden' : 'flex',
        isFull ? 'bg-stage' : 'bg-paper',
      )}
    >
      <div className="relative grid min-h-0 flex-1 place-items-center bg-stage">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what is said at this moment has none */}
        <video
          ref={videoRef}
          aria-label={texts.picture(title)}
          playsInline
          className={classNames(
            'aspect-video w-full bg-stage',
            // Its buttons and the title are seen below it.
            isFull ? 'h-full' : 'max-h-[42dvh] lg:max-h-[calc(100dvh-11rem)]',
          )}
        />
        <Cover {...{ player, pageName }} isLost={!isOnAir && !isOver} />
      </div>
      <Controls
        {...{ player, isFull, isOver, videoRef }}
        isLost={!isOnAir && !isOver}
        onFullScreen={toggleFullScreen}
      />
    </div>
  )
}

/** Over the picture: why there is none, or what to press. */
function Cover({
  player,
  pageName,
  isLost,
}: Pick<LivePlayerProps, 'pageName'> & { player: Player; isLost: boolean }) {
  const { state, sound, mode, quality } = player
  if (state === 'gone' || state === 'failed' || state === 'unable') {
    const words = { gone: texts.elsewhere, failed: texts.failed, unable: texts.unable }[state]
    return (
      <Veil>
        <p role="alert">{words}</p>
        {state !== 'unable' && (
          <Button size="small" onClick={player.reopen}>
            {state === 'gone' ? texts.watchHere : texts.tryAgain}
          </Button>
        )}
      </Veil>
    )
  }
  if (isLost && mode === 'live')
    return (
      <Veil>
        <output>
          <strong className="block text-lg">{texts.lost}</strong>
          {pageName === null ? texts.lostOwn : texts.lostBody(pageName)}
        </output>
      </Veil>
    )
  if (sound === 'muted')
    return (
      <div className="absolute inset-x-0 bottom-3 flex justify-center">
        <Button variant="primary" size="small" icon={<Volume2 />} onClick={() => player.setMuted(false)}>
          {texts.tapToHear}
        </Button>
      </div>
    )
  if (sound === 'blocked')
    return (
      <Veil>
        <Button variant="primary" icon={<Play />} onClick={player.toggle}>
          {texts.tapToPlay}
        </Button>
      </Veil>
    )
  if (state === 'playing')
    return quality === 'sound' ? (
      <p className="absolute inset-0 flex flex-col items-center justify-center gap-2 text-base text-stage-ink">
        <Headphones aria-hidden="true" className="size-10 opacity-70" />
        {texts.soundOnly}
      </p>
    ) : null
  return (
    <output className="absolute inset-0 grid place-items-center text-stage-ink">
      <span className="sr-only">{texts.loading}</span>
      <SpinnerRing size={32} />
    </output>
  )
}

function Veil({ children }: { children: ReactNode }) {
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-stage/85 px-6 text-center text-base text-stage-ink">
      {children}
    </div>
  )
}

function Controls({
  player,
  isFull,
  isOver,
  isLost,
  videoRef,
  onFullScreen,
}: {
  player: Player
  isFull: boolean
  isOver: boolean
  isLost: boolean
  videoRef: RefObject<HTMLVideoElement | null>
  onFullScreen: () => void
}) {
  const { mode, clock, isPaused, isMuted, captions } = player
  const { second, durationSeconds } = clock
  const onWhite = isFull ? 'text-stage-ink hover:bg-stage-ink/15 hover:text-stage-ink' : undefined
  return (
    // Time runs the same way everywhere.
    <div dir="ltr" className={classNames('shrink-0 px-2 sm:px-4', isFull && 'text-stage-ink')}>
      {mode === 'past' && (
        <div className="flex items-center gap-3 px-2 text-sm tabular-nums">
          <PositionSlider {...{ second, durationSeconds }} onSeek={player.seek} />
        </div>
      )}
      <output className={player.hasSaverFailed ? 'block px-2 pt-2 text-sm' : 'sr-only'}>
        {player.hasSaverFailed && texts.saverFailed}
      </output>
      <div className="flex min-h-12 items-center sm:gap-1">
        <IconButton
          label={isPaused ? texts.play : texts.pause}
          icon={isPaused ? <Play /> : <Pause />}
          className={onWhite}
          onClick={player.toggle}
        />
        <IconButton
          label={isMuted ? texts.unmute : texts.mute}
          icon={isMuted ? <VolumeX /> : <Volume2 />}
          className={onWhite}
          onClick={() => player.setMuted(!isMuted)}
        />
        {(isOver || mode === 'live') && (
          <IconButton
            label={texts.fromStart}
            icon={<SkipBack />}
            className={onWhite}
            onClick={player.fromStart}
          />
        )}
        {isOver ? (
          <span className="px-2 text-sm font-semibold">{texts.replay}</span>
        ) : (
          // On phones over the picture: the buttons stay in one row.
          <span className="max-sm:absolute max-sm:start-2 max-sm:top-2 max-sm:rounded-control max-sm:bg-stage/80 max-sm:text-stage-ink">
            <Place player={player} isLost={isLost} />
          </span>
        )}
        <span className="ms-auto flex">
          {captions.areThere && (
            <IconButton
              label={texts.captions}
              icon={<Captions />}
              aria-pressed={captions.areShown}
              className={classNames(onWhite, captions.areShown && !isFull && 'bg-wash text-ink')}
              onClick={captions.toggle}
            />
          )}
          <QualityChoice
            offered={player.offered}
            quality={player.quality}
            onChoose={player.setQuality}
            isOnStage={isFull}
            isCompact
          />
          {document.pictureInPictureEnabled && player.quality !== 'sound' && (
            <IconButton
              label={texts.pictureInPicture}
              icon={<PictureInPicture2 />}
              className={classNames('max-sm:hidden', onWhite)}
              onClick={() => void togglePictureInPicture(videoRef.current)}
            />
          )}
          <IconButton
            label={isFull ? texts.leaveFullScreen : texts.fullScreen}
            icon={isFull ? <Minimize /> : <Maximize />}
            className={onWhite}
            onClick={onFullScreen}
          />
        </span>
      </div>
    </div>
  )
}

/** Whether it is what happens now; else the way there. */
function Place({ player, isLost }: { player: Player; isLost: boolean }) {
  const { mode, isPaused, clock, state, sound } = player
  const { delaySeconds } = clock
  // One that hasn't begun was stopped by nobody: it loads, or the browser waits for a press.
  const hasBegun = state !== 'loading' && sound !== 'blocked'
  const isBehind = hasBegun && (isPaused || (delaySeconds !== null && delaySeconds > LIVE_WITHIN_SECONDS))
  const isLive = mode === 'live' && !isBehind
  if (isLost && mode === 'live') return null
  if (!isLive)
    return (
      <Button size="small" className="whitespace-nowrap" onClick={player.toLive}>
        {texts.toLive}
      </Button>
    )
  return (
    <span className="inline-flex items-center gap-2 px-2 text-sm font-semibold">
      <span aria-hidden="true" className="size-2.5 rounded-full bg-bad-fill" />
      <span>{texts.live}</span>
      {delaySeconds !== null && (
        <span className="font-normal whitespace-nowrap opacity-80 tabular-nums max-sm:sr-only">
          {texts.delayed(Math.max(1, Math.round(delaySeconds)))}
        </span>
      )}
    </span>
  )
}

async function togglePictureInPicture(video: HTMLVideoElement | null): Promise<void> {
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture()
    else await video?.requestPictureInPicture()
  } catch {
    // There is no picture yet, or the browser shows none apart.
  }
}

function useIsFullScreen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('fullscreenchange', listener)
      return () => document.removeEventListener('fullscreenchange', listener)
    },
    () => document.fullscreenElement !== null,
    () => false,
  )
}
