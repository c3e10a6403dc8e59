import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './field.tsx'

export type TextFieldProps = FieldTexts & {
  /** Fixed text before the value, such as "$" or "cheers.com/"; read as part of the description. */
  prefixText?: string
  suffixText?: string
  /** A control at the right end inside the frame. */
  trailing?: ReactNode
  /** An icon at the left end inside the frame. */
  leadingIcon?: ReactNode
  inputClassName?: string
  /** `ltr` for addresses and handles: their prefix is on the left in every language. */
  dir?: 'ltr' | undefined
} & Omit<ComponentProps<'input'>, 'dir' | 'prefix' | 'size' | 'aria-invalid' | 'aria-describedby'>

/** One line of text with its label, help and error. */
export function TextField({
  label,
  help,
  error,
  hint,
  isLabelHidden,
  id,
  prefixText,
  suffixText,
  trailing,
  leadingIcon,
  className,
  inputClassName,
  dir,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const affixId = useId()
  const describedBy = classNames(prefixText && `${affixId}-before`, suffixText && `${affixId}-after`)
  return (
    <Field {...{ label, help, error, hint, isLabelHidden, id, describedBy, className }}>
      {(control) => (
        <div dir={dir} className="control">
          {leadingIcon && (
            <span aria-hidden="true" className="ps-3.5 text-ink-faint [&>svg]:size-4.5">
              {leadingIcon}
            </span>
          )}
          {prefixText && (
            <span id={`${affixId}-before`} className="ps-3.5 whitespace-nowrap text-ink-faint select-none">
              {prefixText}
            </span>
          )}
          <input
            {...rest}
            {...control}
            type={type}
            className={classNames(
              'min-h-10.5 w-full min-w-0 flex-1 rounded-control bg-transparent text-base',
              leadingIcon ? 'ps-2.5' : prefixText ? 'ps-1' : 'ps-3.5',
              trailing || suffixText ? 'pe-1' : 'pe-3.5',
              inputClassName,
            )}
          />
          {suffixText && (
            <span id={`${affixId}-after`} className="pe-3.5 whitespace-nowrap text-ink-faint select-none">
              {suffixText}
            </span>
          )}
          {trailing}
        </div>
      )}
    </Field>
  )
}
