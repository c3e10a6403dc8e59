import { CircleDot, Mic, MicOff, ScreenShare, ScreenShareOff, Settings2 } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'

import type { LiveSession } from '#contract/live/live-session.ts'
import type { LiveState } from '#contract/live/rules.ts'
import { PreflightDialog } from '#web/features/live-state/preflight-dialog.tsx'
import { useAheadMs, useServerTime } from '#web/features/live-state/use-server-time.ts'
import { clockText } from '#web/features/media/duration.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SpinnerRing } from '#web/ui/spinner.tsx'

import { findInability, mayShareScreen } from './ability.ts'
import type { BroadcastState, Phase } from './broadcast.ts'
import { DeviceChoice } from './device-choice.tsx'
import { canEncode } from './encode.ts'
import { Health } from './health.tsx'
import { LevelMeter } from './level-meter.tsx'
import { broadcastTexts as texts } from './messages.ts'
import { isStudioDocument, leaveByLoading } from './own-document.ts'
import { type Size, SIZE_NAMES } from './sizes.ts'
import { useBroadcast } from './use-broadcast.ts'
import { type Chosen, useCapture } from './use-capture.ts'

/** So much room the preview takes, at any width. */
const AS_HIGH_AS_PICTURE = 'min-h-[min(34dvh,56.25vw)] lg:min-h-[min(60dvh,calc((100vw-24rem)*0.5625))]'

/** Where a creator sees themselves, goes live, and sees how it gets out. */
export function BroadcastPanel({ session }: { session: LiveSession }) {
  const [isOwnDocument] = useState(isStudioDocument)
  const [inability, setInability] = useState(findInability)
  const [sizes, setSizes] = useState<readonly Size[]>(['standard'])

  useEffect(() => {
    if (!isOwnDocument) window.location.reload()
    return leaveByLoading()
  }, [isOwnDocument])

  useEffect(() => {
    let isShown = true
    void Promise.all(SIZE_NAMES.map(async (size) => ((await canEncode(size)) ? [size] : []))).then(
      (found) => {
        if (!isShown) return null
        if (found.flat().length === 0) setInability((known) => known ?? 'no_encoder')
        else setSizes(found.flat())
        return null
      },
    )
    return () => {
      isShown = false
    }
  }, [])

  // This one is on its way out, and what is pressed in it would be lost.
  if (!isOwnDocument)
    return (
      <div className="shrink-0 border-b border-line">
        <Waiting />
      </div>
    )
  if (inability !== null)
    return (
      <div className="border-b border-line p-4 sm:px-6">
        <Banner tone="warn" title={texts.inability[inability].title}>
          {texts.inability[inability].body}
        </Banner>
      </div>
    )
  return <Studio session={session} sizes={sizes} />
}

function Studio({ session, sizes }: { session: LiveSession; sizes: readonly Size[] }) {
  const { _id: id, state: sessionState, present, liveAt } = session
  const aheadMs = useAheadMs(session.now)
  const [size, setSize] = useState<Size>('standard')
  const [isChoosing, setIsChoosing] = useState(false)
  const [isChecking, setIsChecking] = useState(false)
  const { capture, open, shareScreen, stopScreen, mute } = useCapture(size)
  const { broadcast, state, isOnAir } = useBroadcast(id)
  const { picture, sound, problem, isScreen, isMuted, isOpening, chosen } = capture

  const openAtOnce = useEffectEvent(() => void open(chosen))
  useEffect(() => {
    void isGranted().then((granted) => {
      if (granted) openAtOnce()
      return null
    })
  }, [])

  /** What viewers get, from now on. */
  async function show(stream: MediaStream | null) {
    const video = stream?.getVideoTracks()[0]
    if (video && sound) await broadcast.change({ video, audio: sound.track, size })
  }

  async function choose(wanted: Chosen) {
    const devices = await open(wanted)
    if (!isScreen) await show(devices)
  }

  async function toggleScreen() {
    if (isScreen) await show(stopScreen())
    else await show(await shareScreen(() => void show(stopScreen())))
  }

  async function goLive() {
    const video = picture?.getVideoTracks()[0]
    if (video && sound) await broadcast.start({ video, audio: sound.track, size })
  }

  if (!picture || !sound)
    return (
      <section aria-label={texts.title} className="shrink-0 border-b border-line">
        {isOpening ? (
          <Waiting />
        ) : (
          <div
            className={`flex flex-col items-center justify-center gap-4 px-4 py-6 text-center sm:px-6 ${AS_HIGH_AS_PICTURE}`}
          >
            {problem ? (
              <Banner tone="bad" title={texts.problems[problem].title} className="text-start">
                {texts.problems[problem].body}
              </Banner>
            ) : (
              <div>
                <h2 className="font-display text-xl">{texts.setUpTitle}</h2>
                <p className="text-base text-ink-soft">{texts.setUpHelp}</p>
              </div>
            )}
            <Button variant="primary" onClick={() => void open(chosen)}>
              {problem ? texts.tryAgain : texts.setUp}
            </Button>
          </div>
        )}
      </section>
    )

  const stopped = stoppedBecause(state, sessionState)
  return (
    <section aria-label={texts.title} className="flex shrink-0 flex-col border-b border-line">
      <div className="relative bg-stage">
        <Preview
          stream={picture}
          isMirrored={!isScreen}
          className="max-h-[34dvh] w-full lg:max-h-[min(60dvh,calc((100vw-24rem)*0.5625))]"
        />
        <div className="absolute start-3 top-3">
          {isOnAir ? <OnAir {...{ liveAt, aheadMs }} phase={state.phase} /> : <Badge>{texts.offAir}</Badge>}
        </div>
      </div>
      <div className="flex flex-col gap-3 px-4 py-3 sm:px-6">
        <div className="-ms-5 flex flex-wrap items-center gap-x-1 gap-y-2 max-sm:ms-0">
          <Control
            icon={isMuted ? <MicOff /> : <Mic />}
            word={isMuted ? texts.unmute : texts.mute}
            rest={texts.microphoneToo}
            isPressed={isMuted}
            onClick={() => mute(!isMuted)}
          />
          {mayShareScreen() && (
            <Control
              icon={isScreen ? <ScreenShareOff /> : <ScreenShare />}
              word={isScreen ? texts.stopSharing : texts.share}
              onClick={() => void toggleScreen()}
            />
          )}
          <Control
            icon={<Settings2 />}
            word={texts.devices}
            rest={texts.qualityToo}
            isExpanded={isChoosing}
            onClick={() => setIsChoosing((known) => !known)}
          />
          <div className="flex min-w-24 flex-1 basis-24 px-2">
            <LevelMeter sound={sound} isMuted={isMuted} />
          </div>
          {/* Its place stays: what is pressed next is where it was. */}
          <div className={classNames('flex min-w-36 justify-end max-sm:w-full', isOnAir && 'max-sm:hidden')}>
            <Button
              variant="primary"
              icon={<CircleDot />}
              className={isOnAir ? 'invisible' : 'max-sm:w-full'}
              onClick={() => (sessionState === 'live' ? void goLive() : setIsChecking(true))}
            >
              {sessionState === 'live' ? texts.goOn : texts.goLive}
            </Button>
          </div>
        </div>
        <PreflightDialog
          session={session}
          isOpen={isChecking}
          onConfirm={() => {
            setIsChecking(false)
            void goLive()
          }}
          onCancel={() => setIsChecking(false)}
        >
          <div className="flex flex-col gap-3">
            <Preview
              stream={picture}
              isMirrored={!isScreen}
              className="max-h-[30dvh] w-full rounded-control bg-stage"
            />
            <div className="flex items-start gap-3">
              {isMuted ? (
                <MicOff aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
              ) : (
                <Mic aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
              )}
              <div className="flex min-w-0 flex-1 pt-1.5">
                <LevelMeter sound={sound} isMuted={isMuted} />
              </div>
            </div>
          </div>
        </PreflightDialog>
        {isChoosing && (
          <DeviceChoice
            {...{ capture, size, sizes, isOnAir }}
            onDevices={(wanted) => void choose(wanted)}
            onSize={setSize}
          />
        )}
        {isOnAir && state.phase !== 'starting' ? (
          <Health state={state} viewers={present} />
        ) : (
          <p className="text-sm text-ink-soft">
            {sessionState === 'live' ? texts.notOnAir : texts.setUpHelp}
          </p>
        )}
        {problem && (
          <Banner tone="bad" title={texts.problems[problem].title}>
            {texts.problems[problem].body}
          </Banner>
        )}
        {stopped !== null && <Banner tone="bad">{stopped}</Banner>}
      </div>
    </section>
  )
}

/** While there is no picture yet: nothing below jumps when it comes. */
function Waiting() {
  return (
    <output
      className={`flex flex-col items-center justify-center gap-3 bg-stage px-4 py-6 text-center text-stage-ink ${AS_HIGH_AS_PICTURE}`}
    >
      <SpinnerRing size={32} />
      <span>
        <span className="block font-semibold">{texts.loading}</span>
        <span className="block text-sm text-balance opacity-80">{texts.loadingHelp}</span>
      </span>
    </output>
  )
}

/** A red light, what goes on, and for how long. */
function OnAir({ liveAt, aheadMs, phase }: { liveAt: string | null; aheadMs: number; phase: Phase }) {
  const at = useServerTime(aheadMs)
  return (
    <p className="flex h-8 items-center gap-2 rounded-full bg-bad-fill px-3.5 text-sm font-semibold text-bad-ink">
      <span aria-hidden="true" className="size-2.5 rounded-full bg-bad-ink motion-safe:animate-pulse" />
      <span>{onAirAs(phase)}</span>
      {liveAt !== null && (
        <span role="timer" aria-live="off" className="tabular-nums">
          {clockText((at - Date.parse(liveAt)) / 1000)}
        </span>
      )}
    </p>
  )
}

/** A button with its word below it; as wide with one word as with another, so that nothing beside it moves. */
function Control({
  icon,
  word,
  rest,
  isPressed,
  isExpanded,
  onClick,
}: {
  icon: ReactNode
  word: string
  /** Read aloud after the word. */
  rest?: string
  isPressed?: boolean
  isExpanded?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      onClick={onClick}
      className="flex h-14 w-24 shrink-0 flex-col items-center justify-center gap-1 rounded-control text-xs font-medium text-ink-soft transition-colors duration-120 hover:bg-wash hover:text-ink aria-expanded:bg-wash aria-pressed:bg-wash aria-pressed:text-ink [&>svg]:size-5"
    >
      {icon}
      <span>
        {word}
        {rest !== undefined && <span className="sr-only"> {rest}</span>}
      </span>
    </button>
  )
}

function onAirAs(phase: Phase): string {
  if (phase === 'starting') return texts.starting
  return phase === 'ending' ? texts.ending : texts.onAir
}

/** Why nothing goes out any more, or never did; null: it does, or wasn't to. */
function stoppedBecause({ phase, problem }: BroadcastState, session: LiveState): string | null {
  if (phase === 'over') return texts.stopped
  if (phase === 'stuck') return texts.stuck
  if (phase !== 'failed') return null
  if (problem !== '') return problem
  return session === 'live' ? texts.stopped : texts.failed
}

/** What the camera sees; mirrored, as people know themselves. */
function Preview({
  stream,
  isMirrored,
  className,
}: {
  stream: MediaStream
  isMirrored: boolean
  className: string
}) {
  const videoRef = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const video = videoRef.current
    if (!video) return
    video.srcObject = stream
    void video.play().catch(() => null)
  }, [stream])
  return (
    <video
      ref={videoRef}
      aria-label={texts.preview}
      muted
      playsInline
      className={`aspect-video ${className} ${isMirrored ? '-scale-x-100' : ''}`}
    />
  )
}

/** Whether the browser may use both already; then nobody is asked. */
async function isGranted(): Promise<boolean> {
  try {
    const states = await Promise.all(
      (['camera', 'microphone'] as const).map((name) => navigator.permissions.query({ name })),
    )
    return states.every(({ state }) => state === 'granted')
  } catch {
    return false
  }
}
