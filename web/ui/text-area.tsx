import { useState, type ChangeEvent, type ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './field.tsx'

export type TextAreaProps = FieldTexts & {
  /** Counts down; typing past it is kept and shown in red, never cut off. Counted in UTF-16 units, like `length`. */
  characterLimit?: number
} & Omit<ComponentProps<'textarea'>, 'maxLength' | 'aria-invalid' | 'aria-describedby'>

/** Several lines of text, growing as the user types. */
export function TextArea({
  label,
  help,
  error,
  hint,
  isLabelHidden,
  id,
  characterLimit,
  className,
  rows = 4,
  onChange,
  ...rest
}: TextAreaProps) {
  const [typedLength, setTypedLength] = useState(String(rest.defaultValue ?? '').length)
  const used = rest.value === undefined ? typedLength : String(rest.value).length
  const isOver = characterLimit !== undefined && used > characterLimit
  function count(event: ChangeEvent<HTMLTextAreaElement>) {
    setTypedLength(event.target.value.length)
    onChange?.(event)
  }
  const counter = characterLimit !== undefined && (
    <span
      // Silent while there is space, announced once the text is too long.
      aria-live={isOver ? 'polite' : 'off'}
      className={classNames(
        'shrink-0 text-sm tabular-nums',
        isOver ? 'font-medium text-bad' : 'text-ink-faint',
      )}
    >
      {`${used} / ${characterLimit}`}
    </span>
  )
  return (
    <Field {...{ label, help, error, hint, isLabelHidden, id, className }} aside={counter}>
      {(control) => (
        <div className="control">
          <textarea
            {...rest}
            {...control}
            rows={rows}
            onChange={count}
            className={classNames(
              'field-sizing-content max-h-96 w-full resize-y rounded-control bg-transparent px-3.5 py-2.5 text-base',
              rows === 1 ? 'min-h-11' : 'min-h-24',
            )}
          />
        </div>
      )}
    </Field>
  )
}
