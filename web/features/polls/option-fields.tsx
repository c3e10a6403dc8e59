import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'

import { POLL_OPTION_MAX_LENGTH, POLL_OPTIONS_MAX, POLL_OPTIONS_MIN } from '#contract/polls/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { isComposing } from '#web/ui/composing.ts'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { pollTexts } from './messages.ts'
import { AddOptionPicture, OptionPicture } from './option-picture.tsx'
import { dropInHand, emptySlot, type OptionSlot } from './option-slots.ts'

const texts = pollTexts.dialog

/** What can be chosen; Enter in one leads to the next, and makes it at the end. */
export function OptionFields({
  options,
  slots,
  errors,
  onChange,
}: {
  options: readonly string[]
  /** In the order of the options. */
  slots: readonly OptionSlot[]
  errors: Readonly<Record<string, string | undefined>>
  onChange: (options: string[], slots: readonly OptionSlot[]) => void
}) {
  const listRef = useRef<HTMLUListElement>(null)
  const [pictureProblem, setPictureProblem] = useState<string | null>(null)

  function focus(index: number) {
    requestAnimationFrame(() =>
      listRef.current?.querySelectorAll<HTMLInputElement>('input[name^=options]')[index]?.focus(),
    )
  }

  function add() {
    if (options.length >= POLL_OPTIONS_MAX) return
    onChange([...options, ''], [...slots, emptySlot()])
    focus(options.length)
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium text-ink">{texts.options}</legend>
      <ul ref={listRef} className="flex flex-col gap-2">
        {slots.map((slot, index) => {
          const text = options[index] ?? ''
          return (
            <li key={slot.draftKey}>
              <div className="flex items-start gap-1">
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
                    onChange={({ target }) => onChange(options.with(index, target.value), slots)}
                    onKeyDown={(event) => {
                      if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
                      event.preventDefault()
                      if (index + 1 < options.length) focus(index + 1)
                      else add()
                    }}
                  />
                </div>
                <AddOptionPicture slot={slot} number={index + 1} onProblem={setPictureProblem} />
                {options.length > POLL_OPTIONS_MIN && (
                  <IconButton
                    label={texts.removeOption(index + 1)}
                    icon={<X />}
                    onClick={() => {
                      dropInHand(slot)
                      onChange(options.toSpliced(index, 1), slots.toSpliced(index, 1))
                      focus(Math.max(0, index - 1))
                    }}
                  />
                )}
              </div>
              <OptionPicture
                slot={slot}
                number={index + 1}
                onForget={() => onChange([...options], slots.with(index, emptySlot()))}
              />
            </li>
          )
        })}
      </ul>
      {pictureProblem !== null && <ErrorLine>{pictureProblem}</ErrorLine>}
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
