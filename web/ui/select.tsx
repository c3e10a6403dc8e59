import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './field.tsx'

export type SelectOption = { value: string; label: string; isDisabled?: boolean }

export type SelectProps = FieldTexts & {
  options: SelectOption[]
  /** A first, empty choice, such as "Choose a country". */
  placeholder?: string
} & Omit<ComponentProps<'select'>, 'children' | 'multiple' | 'size' | 'aria-invalid' | 'aria-describedby'>

/** The browser's own select, so phones show their native picker. */
export function Select({
  label,
  help,
  error,
  hint,
  isLabelHidden,
  id,
  options,
  placeholder,
  className,
  ...rest
}: SelectProps) {
  return (
    <Field {...{ label, help, error, hint, isLabelHidden, id, className }}>
      {(control) => (
        <div className="control relative">
          <select
            {...rest}
            {...control}
            className="min-h-10.5 w-full min-w-0 appearance-none truncate rounded-control bg-transparent pe-10 ps-3.5 text-base text-ink disabled:text-ink-faint [&>option]:bg-paper-raised [&>option]:text-ink"
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute end-3 size-4.5 text-ink-soft"
          />
        </div>
      )}
    </Field>
  )
}
