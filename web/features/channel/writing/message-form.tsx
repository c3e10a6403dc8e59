import { SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { suggestPeople } from '#contract/channels/calls.ts'
import type { Author } from '#contract/channels/message.ts'
import { MESSAGE_MAX_LENGTH } from '#contract/channels/rules.ts'
import { useQuery } from '#web/api/use-query.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { isComposing } from '#web/ui/composing.ts'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

import { mentionBefore } from '../message/body-parts.ts'
import { channelTexts as texts } from '../messages.ts'
import { forgetDraft, keepDraft, readDraft, type Written } from './drafts.ts'
import { MentionList } from './mention-list.tsx'
import { PictureButton } from './picture-button.tsx'
import { PictureStrip } from './picture-strip.tsx'
import { awaitPictures, letGoOfPictures } from './pictures-in-hand.ts'
import { usePictures } from './use-pictures.ts'

const SETTLED_AFTER_MS = 150

/** Who can be mentioned where the caret stands: an empty list while no name is being typed there. */
function useMentions(channelId: string, typed: string, caret: number) {
  const wanted = mentionBefore(typed, caret)
  const [q, setQ] = useState<string | null>(null)
  const next = wanted?.q ?? null

  useEffect(() => {
    const timer = setTimeout(() => setQ(next), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [next])

  const found = useQuery(suggestPeople, { channelId, q: q ?? '' }, { isEnabled: q !== null })
  return {
    start: wanted?.start ?? 0,
    people: wanted === null || q === null ? [] : (found.data ?? []),
  }
}

/** The counter appears when there is little room left. */
const COUNT_FROM = 300

export interface MessageFormProps {
  channelId: string
  /** Under which what is typed is kept, until it is sent. */
  draftKey: string
  label: string
  placeholder: string
  submitLabel: string
  /** What stands there at first, for an edit. */
  initial?: Written
  hasFocus?: boolean
  /** At the foot of a chat: Enter sends where there is a keyboard, and what is offered opens upwards. */
  isChat?: boolean
  /** Pictures can be added. */
  takesPictures?: boolean
  /** Before the field of a chat. */
  tools?: ReactNode
  /** Above the field, such as what is answered. */
  above?: ReactNode
  /** Something was typed that isn't empty. */
  onTyping?: () => void
  onCancel?: () => void
  /** Escape is pressed in the field. */
  onEscape?: () => void
  /** Rejects with a sentence when it couldn't be done: what is typed then stays. */
  onSubmit: (written: Written & { mediaIds: string[] }) => Promise<void> | void
}

/** A text field that grows, offers people after an @, and sends with Ctrl or ⌘ and Enter. */
export function MessageForm(props: MessageFormProps) {
  const { channelId, draftKey, label, placeholder, submitLabel, initial, hasFocus, onCancel, onSubmit } =
    props
  const { isChat = false, takesPictures = false } = props
  const fieldId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [{ body, people }, setWritten] = useState<Written>(
    () => readDraft(draftKey) ?? initial ?? { body: '', people: [] },
  )
  const [caret, setCaret] = useState(0)
  const [chosen, setChosen] = useState(0)
  const [isClosed, setIsClosed] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const mentions = useMentions(channelId, body, caret)
  const offered = isClosed ? [] : mentions.people
  const left = MESSAGE_MAX_LENGTH - body.trim().length
  const { pictures, notice, isOver, ...picturing } = usePictures(takesPictures ? draftKey : null, form)
  const isEmpty = body.trim() === '' && pictures.length === 0
  const canSend = !isEmpty && left >= 0

  function write(now: Written) {
    setWritten(now)
    keepDraft(draftKey, now)
  }

  function pick(person: Author) {
    const before = `${body.slice(0, mentions.start)}@${person.name} `
    const named = people.some(({ _id }) => _id === person._id) ? people : [...people, person]
    write({
      body: before + body.slice(caret).trimStart(),
      people: named.map(({ _id, name }) => ({ _id, name })),
    })
    requestAnimationFrame(() => {
      field.current?.setSelectionRange(before.length, before.length)
      setCaret(before.length)
    })
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (!canSend || isBusy) return
    setIsBusy(true)
    setProblem(null)
    try {
      const mediaIds = await awaitPictures(draftKey)
      await onSubmit({ body: body.trim(), people, mediaIds })
      forgetDraft(draftKey)
      letGoOfPictures(draftKey)
      setWritten({ body: '', people: [] })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : texts.notDone)
    } finally {
      setIsBusy(false)
    }
  }

  function press(event: KeyboardEvent) {
    // A word that an input method is still putting together ends with Enter, too.
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return void submit(event)
    if (offered.length > 0) return steer(event)
    if (isChat && event.key === 'Enter' && !event.shiftKey && hasKeyboard()) return void submit(event)
    if (event.key === 'Escape') props.onEscape?.()
    if (event.key === 'Escape' && onCancel && body === (initial?.body ?? '') && pictures.length === 0)
      onCancel()
  }

  /** The keys that move in the list of people. */
  function steer(event: KeyboardEvent) {
    const person = offered[Math.min(chosen, offered.length - 1)]
    if (event.key === 'Escape') setIsClosed(true)
    else if (event.key === 'ArrowDown') setChosen((chosen + 1) % offered.length)
    else if (event.key === 'ArrowUp') setChosen((chosen + offered.length - 1) % offered.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && person) pick(person)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} className="relative">
      <div
        className={classNames(
          'control flex-col items-stretch',
          isOver && 'outline-2 outline-offset-2 outline-brand',
        )}
      >
        {isOver && <p className="px-3.5 pt-2.5 text-sm font-medium text-brand">{texts.pictures.drop}</p>}
        {props.above}
        {pictures.length > 0 && <PictureStrip pictures={pictures} />}
        <div className="flex items-end">
          {props.tools}
          <textarea
            ref={field}
            id={fieldId}
            aria-label={label}
            placeholder={placeholder}
            rows={1}
            dir="auto"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked to write here
            autoFocus={hasFocus}
            value={body}
            aria-controls={offered.length > 0 ? `${fieldId}-people` : undefined}
            aria-autocomplete="list"
            aria-activedescendant={offered.length > 0 ? `${fieldId}-people-${chosen}` : undefined}
            onChange={({ target }) => {
              write({ body: target.value, people })
              if (target.value.trim() !== '') props.onTyping?.()
              setCaret(target.selectionStart)
              setChosen(0)
              setIsClosed(false)
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onKeyDown={press}
            onPaste={(event) => picturing.paste(event)}
            // What is typed while pictures are on their way would be lost.
            readOnly={isBusy}
            className="field-sizing-content max-h-72 min-h-11 w-full resize-none rounded-control bg-transparent px-3.5 py-2.5 text-base"
          />
          {takesPictures && <PictureButton onPick={picturing.add} />}
          {isChat && (
            <IconButton
              type="submit"
              label={submitLabel}
              icon={<SendHorizontal />}
              aria-disabled={!canSend}
              isLoading={isBusy}
              className={canSend ? 'text-brand' : 'text-ink-faint'}
            />
          )}
        </div>
      </div>
      {offered.length > 0 && (
        <MentionList
          id={`${fieldId}-people`}
          people={offered}
          chosen={chosen}
          opensUp={isChat}
          onPick={pick}
        />
      )}
      {notice !== null && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {notice}
        </p>
      )}
      {problem !== null && (
        <div className="mt-2">
          <ErrorLine>{problem}</ErrorLine>
        </div>
      )}
      {(isChat ? left < COUNT_FROM : !isEmpty || body !== '' || onCancel) && (
        <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
          {left < COUNT_FROM && (
            <span aria-live="polite" className={left < 0 ? 'text-sm text-bad' : 'text-sm text-ink-faint'}>
              {left < 0 ? texts.write.over(-left) : texts.write.left(left)}
            </span>
          )}
          {onCancel && (
            <Button size="small" variant="quiet" onClick={onCancel}>
              {texts.write.cancel}
            </Button>
          )}
          {!isChat && (
            <Button
              size="small"
              variant="primary"
              type="submit"
              title={texts.write.shortcut}
              disabled={!canSend}
              isLoading={isBusy}
            >
              {submitLabel}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

/** On a phone Enter breaks the line, as everywhere there. */
function hasKeyboard(): boolean {
  return window.matchMedia('(hover: hover) and (pointer: fine)').matches
}
