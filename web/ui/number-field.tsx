import { TextField, type TextFieldProps } from './text-field.tsx'

export type NumberFieldProps = Omit<TextFieldProps, 'type' | 'inputMode'> & {
  /** Whole numbers get a keypad without a decimal point. */
  isWhole?: boolean
}

/**
 * A number typed as text, with `prefixText="$"` for a price. Not `type="number"`, which drops input it can't read,
 * changes under the scroll wheel and hides a mistyped value from its form.
 */
export function NumberField({ isWhole = false, ...rest }: NumberFieldProps) {
  return (
    <TextField
      autoComplete="off"
      {...rest}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      inputClassName="tabular-nums"
    />
  )
}
