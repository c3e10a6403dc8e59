import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'

import { IconButton } from '#web/ui/icon-button.tsx'

import { channelTexts as texts } from '../messages.ts'

/** Opens the device's own choice of pictures. */
export function PictureButton({ onPick }: { onPick: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label={texts.pictures.add}
        icon={<ImagePlus />}
        onClick={() => input.current?.click()}
        className="text-ink-faint"
      />
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        className="hidden"
        onChange={({ target }) => {
          onPick([...(target.files ?? [])])
          // The same file may be chosen again after it was removed.
          target.value = ''
        }}
      />
    </>
  )
}
