import type { KeyboardEvent } from 'react'

import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './field.tsx'

export type TextInPlaceProps = Pick<FieldTexts, 'help'> & {
  /** Only read aloud: where it stands says what it is. */
  label: string
  name: string
  value: string
  /** Stands where there is no text yet. */
  placeholder?: string
  error: string | undefined
  isRequired?: boolean
  /** It may have lines of its own; elsewhere Enter saves. */
  hasLines?: boolean
  onType: (text: string) => void
  /** The type it is shown in, and the colour of its frame. */
  className: string
}

/** A text that is edited where it stands, in the type it is shown in. */
export function TextInPlace({
  label,
  name,
  value,
  placeholder,
  error,
  help,
  isRequired = false,
  hasLines = false,
  onType,
  className,
}: TextInPlaceProps) {
  return (
    <Field label={label} isLabelHidden error={error ?? null} help={help} className="-mx-2">
      {(control) => (
        <textarea
          {...control}
          name={name}
          rows={hasLines ? 6 : 1}
          dir="auto"
          value={value}
          placeholder={placeholder}
          aria-required={isRequired}
          onChange={({ target: { value: text } }) => onType(hasLines ? text : text.split('\n').join(' '))}
          onKeyDown={hasLines ? undefined : saveOnEnter}
          className={classNames(
            'field-sizing-content block w-full resize-none overflow-hidden rounded-control border border-dashed bg-transparent px-2 py-1',
            className,
          )}
        />
      )}
    </Field>
  )
}

function saveOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
