import { useEffect, useRef, useState } from 'react'

import { type CaptureProblem, problemOf } from './ability.ts'
import { FRAMES_A_SECOND, type Size, SIZES } from './sizes.ts'
import { type SoundMix, startSoundMix } from './sound-mix.ts'

/** Which of the devices; empty: the browser's own choice. */
export interface Chosen {
  camera: string
  microphone: string
}

export interface Device {
  id: string
  /** As the system names it; empty until the browser may tell. */
  label: string
}

export interface Capture {
  /** What viewers would see. */
  picture: MediaStream | null
  sound: SoundMix | null
  isScreen: boolean
  isMuted: boolean
  isOpening: boolean
  problem: CaptureProblem | null
  cameras: readonly Device[]
  microphones: readonly Device[]
  chosen: Chosen
}

const NONE: Capture = {
  picture: null,
  sound: null,
  isScreen: false,
  isMuted: false,
  isOpening: false,
  problem: null,
  cameras: [],
  microphones: [],
  chosen: { camera: '', microphone: '' },
}

/** A creator's camera, microphone and screen, while the panel is shown. */
export function useCapture(size: Size) {
  const [capture, setCapture] = useState(NONE)
  const held = useRef<{ devices: MediaStream | null; screen: MediaStream | null; sound: SoundMix | null }>({
    devices: null,
    screen: null,
    sound: null,
  })
  const set = (change: Partial<Capture>) => setCapture((known) => ({ ...known, ...change }))

  useEffect(() => {
    const parts = held.current
    return () => {
      stopAll(parts.devices)
      stopAll(parts.screen)
      parts.sound?.close()
      parts.devices = null
      parts.screen = null
      parts.sound = null
    }
  }, [])

  async function open(chosen: Chosen): Promise<MediaStream | null> {
    set({ isOpening: true, problem: null, chosen })
    try {
      const devices = await openDevices(chosen, size)
      stopAll(held.current.devices)
      held.current.devices = devices
      held.current.sound ??= startSoundMix()
      held.current.sound.setMicrophone(devices)
      const { cameras, microphones } = await listDevices()
      set({
        isOpening: false,
        sound: held.current.sound,
        ...(held.current.screen ? {} : { picture: devices }),
        cameras,
        microphones,
        chosen: { camera: idOf(devices.getVideoTracks()), microphone: idOf(devices.getAudioTracks()) },
      })
      return devices
    } catch (error) {
      set({ isOpening: false, problem: problemOf(error) })
      return null
    }
  }

  /** Null: its user thought better of it. `onEnd`: they ended it in the browser's own bar. */
  async function shareScreen(onEnd: () => void): Promise<MediaStream | null> {
    const { width, height } = SIZES[size]
    try {
      const screen = await navigator.mediaDevices.getDisplayMedia({
        video: { width: { max: width }, height: { max: height }, frameRate: { ideal: FRAMES_A_SECOND } },
        audio: true,
      })
      held.current.screen = screen
      held.current.sound?.setScreen(screen)
      screen.getVideoTracks()[0]?.addEventListener('ended', onEnd, { once: true })
      set({ picture: screen, isScreen: true })
      return screen
    } catch (error) {
      const problem = problemOf(error)
      if (problem !== 'refused') set({ problem })
      return null
    }
  }

  function stopScreen(): MediaStream | null {
    stopAll(held.current.screen)
    held.current.screen = null
    held.current.sound?.setScreen(null)
    set({ picture: held.current.devices, isScreen: false })
    return held.current.devices
  }

  function mute(isMuted: boolean) {
    held.current.sound?.setMuted(isMuted)
    set({ isMuted })
  }

  return { capture, open, shareScreen, stopScreen, mute }
}

async function openDevices({ camera, microphone }: Chosen, size: Size): Promise<MediaStream> {
  const { width, height } = SIZES[size]
  return navigator.mediaDevices.getUserMedia({
    video: {
      ...(camera !== '' && { deviceId: { exact: camera } }),
      width: { ideal: width },
      height: { ideal: height },
      frameRate: { ideal: FRAMES_A_SECOND, max: FRAMES_A_SECOND },
    },
    audio: {
      ...(microphone !== '' && { deviceId: { exact: microphone } }),
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
    },
  })
}

async function listDevices(): Promise<{ cameras: Device[]; microphones: Device[] }> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  const ofKind = (wanted: MediaDeviceKind) =>
    devices.filter(({ kind }) => kind === wanted).map(({ deviceId, label }) => ({ id: deviceId, label }))
  return { cameras: ofKind('videoinput'), microphones: ofKind('audioinput') }
}

function idOf([track]: readonly MediaStreamTrack[]): string {
  return track?.getSettings().deviceId ?? ''
}

function stopAll(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
