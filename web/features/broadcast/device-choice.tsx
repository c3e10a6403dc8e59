import { Select } from '#web/ui/select.tsx'

import { broadcastTexts as texts } from './messages.ts'
import { type Size, SIZE_NAMES } from './sizes.ts'
import type { Capture, Chosen, Device } from './use-capture.ts'

interface DeviceChoiceProps {
  capture: Capture
  size: Size
  sizes: readonly Size[]
  isOnAir: boolean
  onDevices: (chosen: Chosen) => void
  onSize: (size: Size) => void
}

/** Which camera and microphone, and how good a picture. */
export function DeviceChoice({ capture, size, sizes, isOnAir, onDevices, onSize }: DeviceChoiceProps) {
  const { chosen, cameras, microphones } = capture
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Select
        label={texts.camera}
        value={chosen.camera}
        options={optionsOf(cameras, texts.camera)}
        onChange={({ target }) => onDevices({ ...chosen, camera: target.value })}
      />
      <Select
        label={texts.microphone}
        value={chosen.microphone}
        options={optionsOf(microphones, texts.microphone)}
        onChange={({ target }) => onDevices({ ...chosen, microphone: target.value })}
      />
      <Select
        label={texts.size}
        help={isOnAir ? texts.sizeOnAir : undefined}
        disabled={isOnAir}
        value={size}
        options={sizes.map((value) => ({ value, label: texts.sizes[value] }))}
        onChange={({ target }) => onSize(SIZE_NAMES.find((known) => known === target.value) ?? 'standard')}
      />
    </div>
  )
}

function optionsOf(devices: readonly Device[], kind: string) {
  return devices.map(({ id, label }, place) => ({
    value: id,
    label: label === '' ? texts.unnamed(kind, place + 1) : label,
  }))
}
