import { X } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'

import { moderationMessages } from '#contract/moderation/messages.ts'
import { PHRASE_MAX_LENGTH, WORD_ACTS, WORD_RULES_MAX, type WordAct } from '#contract/moderation/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { moderationScreenTexts } from './messages.ts'
import { type Moderation, useModeration } from './use-moderation.ts'

const texts = moderationScreenTexts.words

/** Words that hold a comment for approval, or keep it from being sent. */
export function WordsTab({ pageHandle }: { pageHandle: string }) {
  const { known, shown, change, isSaving } = useModeration(pageHandle)
  if (!shown)
    return known.isError ? (
      <ErrorState
        title={moderationScreenTexts.settings.failed}
        onRetry={() => void known.refetch()}
        isRetrying={known.isFetching}
      >
        {known.error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={moderationScreenTexts.settings.loading} />
    )
  const { words } = shown
  return (
    <div className="space-y-8">
      <p className="text-base text-ink-soft">{texts.hint}</p>
      <NewWord words={words} isSaving={isSaving} onAdd={(word) => change({ words: [...words, word] })} />
      {words.length === 0 && <p className="text-base text-ink-faint">{texts.none}</p>}
      {WORD_ACTS.map((act) => (
        <WordGroup
          key={act}
          act={act}
          words={words.filter((word) => word.act === act)}
          onRemove={(phrase) => void change({ words: words.filter((word) => word.phrase !== phrase) })}
        />
      ))}
    </div>
  )
}

function WordGroup({
  act,
  words,
  onRemove,
}: {
  act: WordAct
  words: Moderation['words']
  onRemove: (phrase: string) => void
}) {
  if (words.length === 0) return null
  return (
    <section>
      <h2 className="text-sm font-medium text-ink-soft">{texts.groups[act]}</h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {words.map(({ phrase }) => (
          <li key={phrase} className="flex max-w-full items-center rounded-full border border-line ps-3.5">
            <span dir="auto" className="min-w-0 truncate text-base">
              {phrase}
            </span>
            <IconButton
              label={texts.remove(phrase)}
              icon={<X aria-hidden="true" />}
              className="relative size-9 before:absolute before:-inset-1 [&>svg]:size-4"
              onClick={() => onRemove(phrase)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function NewWord({
  words,
  isSaving,
  onAdd,
}: {
  words: Moderation['words']
  isSaving: boolean
  onAdd: (word: Moderation['words'][number]) => Promise<boolean>
}) {
  const [phrase, setPhrase] = useState('')
  const [act, setAct] = useState<WordAct>('hold')
  const [problem, setProblem] = useState<string | null>(null)

  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = phrase.trim()
    const isKnown = words.some((word) => word.phrase.toLowerCase() === typed.toLowerCase())
    const isWord = /[\p{L}\p{N}]/u.test(typed)
    setProblem(isKnown ? texts.known : isWord ? null : moderationMessages.phraseRequired)
    if (isKnown || !isWord || isSaving) return
    if (await onAdd({ phrase: typed, act })) setPhrase('')
  }

  if (words.length >= WORD_RULES_MAX)
    return <p className="text-base text-ink-soft">{moderationMessages.tooManyWords}</p>
  return (
    <form
      noValidate
      onSubmit={(event) => void add(event)}
      className="flex flex-col gap-3 sm:flex-row sm:items-start"
    >
      <TextField
        label={texts.phrase}
        className="min-w-0 sm:flex-1"
        autoComplete="off"
        placeholder={texts.placeholder}
        maxLength={PHRASE_MAX_LENGTH}
        value={phrase}
        error={problem}
        onChange={({ target }) => {
          setPhrase(target.value)
          setProblem(null)
        }}
      />
      <Select
        label={texts.act}
        className="sm:w-fit sm:min-w-52"
        value={act}
        options={WORD_ACTS.map((value) => ({ value, label: texts.acts[value] }))}
        onChange={({ target }) => setAct(WORD_ACTS.find((known) => known === target.value) ?? act)}
      />
      <Button type="submit" className="sm:mt-6.5" isLoading={isSaving}>
        {texts.add}
      </Button>
    </form>
  )
}
