import { useId, type ReactNode } from 'react'

export type Segment<Value extends string> = {
  value: Value
  label: ReactNode
  /** A few words beside the label, such as "Save 10%". */
  note?: ReactNode
}

export type SegmentedToggleProps<Value extends string> = {
  /** What is being chosen, for screen readers. */
  label: string
  segments: Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Shows the choice; it can't be changed. */
  isDisabled?: boolean
}

/** Two or three choices side by side. Radio buttons underneath, so arrow keys and screen readers work. */
export function SegmentedToggle<Value extends string>({
  label,
  segments,
  value,
  onChange,
  isDisabled = false,
}: SegmentedToggleProps<Value>) {
  const name = useId()
  return (
    <fieldset
      disabled={isDisabled}
      className="inline-flex max-w-full rounded-full bg-wash p-1 inset-ring inset-ring-line disabled:opacity-60"
    >
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className="relative flex min-h-9 items-center justify-center gap-2 rounded-full px-4 text-sm font-semibold text-ink-soft transition-colors duration-150 before:absolute before:-inset-y-1 before:inset-x-0 before:content-[''] hover:text-ink has-checked:bg-lifted has-checked:text-ink has-checked:ring has-checked:ring-line-strong/60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
            className="absolute inset-0 appearance-none rounded-full outline-none"
          />
          <span className="pointer-events-none relative">{segment.label}</span>
          {segment.note && (
            <span className="pointer-events-none relative text-xs font-medium text-brand">
              {segment.note}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
