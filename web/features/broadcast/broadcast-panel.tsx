import { CircleDot, Mic, MicOff, ScreenShare, ScreenShareOff, Settings2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { LiveSession } from '#contract/live/live-session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

import { findInability, mayShareScreen } from './ability.ts'
import { DeviceChoice } from './device-choice.tsx'
import { canEncode } from './encode.ts'
import { Health } from './health.tsx'
import { LevelMeter } from './level-meter.tsx'
import { broadcastTexts as texts } from './messages.ts'
import { isStudioDocument, leaveByLoading } from './own-document.ts'
import { type Size, SIZE_NAMES } from './sizes.ts'
import { useBroadcast } from './use-broadcast.ts'
import { type Chosen, useCapture } from './use-capture.ts'

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
      <div className="flex justify-center border-b border-line px-4 py-6">
        <Spinner label={texts.loading} />
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
  const { _id: id, state: sessionState, present } = session
  const [size, setSize] = useState<Size>('standard')
  const [isChoosing, setIsChoosing] = useState(false)
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
      <section
        aria-label={texts.title}
        className="flex shrink-0 flex-col items-center gap-3 border-b border-line px-4 py-6 text-center sm:px-6"
      >
        {isOpening ? (
          <Spinner label={texts.loading} />
        ) : (
          <>
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
          </>
        )}
      </section>
    )

  const mayGoLive = sessionState === 'open' || sessionState === 'live'
  return (
    <section aria-label={texts.title} className="flex shrink-0 flex-col border-b border-line">
      <div className="relative bg-stage">
        <Preview stream={picture} isMirrored={!isScreen} />
        <div className="absolute start-3 top-3">
          {isOnAir ? (
            <Badge tone="bad" icon={<CircleDot />}>
              {state.phase === 'ending' ? texts.ending : texts.onAir}
            </Badge>
          ) : (
            <Badge>{texts.offAir}</Badge>
          )}
        </div>
      </div>
      <div className="flex flex-col gap-3 px-4 py-3 sm:px-6">
        <div className="flex items-center gap-1">
          {!isOnAir && (
            <Button
              variant="primary"
              icon={<CircleDot />}
              className="me-2"
              disabled={!mayGoLive}
              onClick={() => void goLive()}
            >
              {sessionState === 'live' ? texts.goOn : texts.goLive}
            </Button>
          )}
          <IconButton
            label={isMuted ? texts.unmute : texts.mute}
            icon={isMuted ? <MicOff /> : <Mic />}
            aria-pressed={isMuted}
            onClick={() => mute(!isMuted)}
          />
          {mayShareScreen() && (
            <IconButton
              label={isScreen ? texts.stopSharing : texts.share}
              icon={isScreen ? <ScreenShareOff /> : <ScreenShare />}
              onClick={() => void toggleScreen()}
            />
          )}
          <IconButton
            label={texts.devices}
            icon={<Settings2 />}
            aria-expanded={isChoosing}
            onClick={() => setIsChoosing((known) => !known)}
          />
          <LevelMeter sound={sound} isMuted={isMuted} />
        </div>
        {isChoosing && (
          <DeviceChoice
            {...{ capture, size, sizes, isOnAir }}
            onDevices={(wanted) => void choose(wanted)}
            onSize={setSize}
          />
        )}
        {isOnAir && <Health state={state} viewers={present} />}
        {problem && (
          <Banner tone="bad" title={texts.problems[problem].title}>
            {texts.problems[problem].body}
          </Banner>
        )}
        {state.phase === 'failed' && (
          <Banner tone="bad">{state.problem === '' ? texts.failed : state.problem}</Banner>
        )}
      </div>
    </section>
  )
}

/** What the camera sees; mirrored, as people know themselves. */
function Preview({ stream, isMirrored }: { stream: MediaStream; isMirrored: boolean }) {
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
      className={`aspect-video max-h-[34dvh] w-full ${isMirrored ? '-scale-x-100' : ''}`}
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
