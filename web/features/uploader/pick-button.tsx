import { type ReactNode, useRef } from 'react'

import type { MediumKind } from '#contract/media/rules.ts'
import { Button } from '#web/ui/button.tsx'

import { ACCEPTED } from './file-kinds.ts'

/** A button that opens the device's file picker. */
export function PickButton({
  kind,
  label,
  icon,
  onPick,
}: {
  kind: MediumKind
  label: string
  icon: ReactNode
  onPick: (file: File) => void
}) {
  const inputRef = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="small" icon={icon} onClick={() => inputRef.current?.click()}>
        {label}
      </Button>
      <input
        ref={inputRef}
        type="file"
        accept={ACCEPTED[kind]}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onPick(file)
          // The same file may be picked again after it was removed.
          event.target.value = ''
        }}
      />
    </>
  )
}
