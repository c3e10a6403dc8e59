import type { RefObject } from 'react'

/** A hidden file input that a button opens. */
export function FilePicker({
  inputRef,
  label,
  accept,
  isMultiple = true,
  onPick,
}: {
  inputRef: RefObject<HTMLInputElement | null>
  label: string
  accept: string
  isMultiple?: boolean
  onPick: (files: File[]) => void
}) {
  return (
    <input
      ref={inputRef}
      type="file"
      accept={accept}
      multiple={isMultiple}
      aria-label={label}
      tabIndex={-1}
      className="sr-only"
      onChange={(event) => {
        onPick([...(event.target.files ?? [])])
        // The same file may be picked again after it was removed.
        event.target.value = ''
      }}
    />
  )
}
