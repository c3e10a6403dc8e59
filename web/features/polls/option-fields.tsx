import { Plus, X } from 'lucide-react'
import { useRef } from 'react'

import { POLL_OPTION_MAX_LENGTH, POLL_OPTIONS_MAX, POLL_OPTIONS_MIN } from '#contract/polls/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { pollTexts } from './messages.ts'

const texts = pollTexts.dialog

/** What can be chosen; Enter in one leads to the next, and makes it at the end. */
export function OptionFields({
  options,
  errors,
  onChange,
}: {
  options: readonly string[]
  errors: Readonly<Record<string, string | undefined>>
  onChange: (options: string[]) => void
}) {
  const listRef = useRef<HTMLUListElement>(null)

  function focus(index: number) {
    requestAnimationFrame(() => listRef.current?.querySelectorAll('input')[index]?.focus())
  }

  function add() {
    if (options.length >= POLL_OPTIONS_MAX) return
    onChange([...options, ''])
    focus(options.length)
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium text-ink">{texts.options}</legend>
      <ul ref={listRef} className="flex flex-col gap-2">
        {options.map((text, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an option is its place
          <li key={index} className="flex items-start gap-1">
            <div className="min-w-0 flex-1">
              <TextField
                label={texts.option(index + 1)}
                isLabelHidden
                placeholder={texts.option(index + 1)}
                name={`options.${index}`}
                autoComplete="off"
                maxLength={POLL_OPTION_MAX_LENGTH}
                value={text}
                error={text.trim() === '' ? (errors['options'] ?? null) : null}
                onChange={({ target }) => onChange(options.with(index, target.value))}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                  event.preventDefault()
                  if (index + 1 < options.length) focus(index + 1)
                  else add()
                }}
              />
            </div>
            {options.length > POLL_OPTIONS_MIN && (
              <IconButton
                label={texts.removeOption(index + 1)}
                icon={<X />}
                onClick={() => {
                  onChange(options.toSpliced(index, 1))
                  focus(Math.max(0, index - 1))
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {errors['options'] !== undefined && options.every((text) => text.trim() !== '') && (
        <ErrorLine>{errors['options']}</ErrorLine>
      )}
      {options.length < POLL_OPTIONS_MAX && (
        <Button size="small" variant="quiet" icon={<Plus />} onClick={add} className="mt-2">
          {texts.addOption}
        </Button>
      )}
    </fieldset>
  )
}
