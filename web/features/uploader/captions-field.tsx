import { Captions, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'

import { mediaFailures } from '#contract/media/failures.ts'
import { deleteCaptions, putCaptions } from '#contract/media/calls.ts'
import { CAPTIONS_MAX_LENGTH } from '#contract/media/rules.ts'
import { useMutation } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select.tsx'

import { uploaderTexts } from './messages.ts'
import type { Medium } from './use-attachment.ts'

const texts = uploaderTexts.captions

/** The most common caption languages; others can be added here. */
const LANGUAGES = 'en hi mr bn ta te gu kn ml pa ur ar de es fr id it ja ko nl pl pt ru tr uk vi zh'.split(
  ' ',
)

/** Captions for a video or audio, one WebVTT file per language. */
export function CaptionsField({ medium, onChanged }: { medium: Medium; onChanged: () => void }) {
  const inputRef = useRef<HTMLInputElement>(null)
  const noteId = useId()
  const [language, setLanguage] = useState('en')
  const [problem, setProblem] = useState<string | null>(null)
  const adding = useMutation(putCaptions)
  const removing = useMutation(deleteCaptions)

  async function add(file: File) {
    setProblem(null)
    // No text of that length has more than three bytes of UTF-8 per character.
    if (file.size > CAPTIONS_MAX_LENGTH * 3) {
      setProblem(texts.tooLarge)
      return
    }
    try {
      const vtt = await file.text()
      await adding.mutateAsync({ input: { mediaId: medium._id, language, label: nameOf(language), vtt } })
      onChanged()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : mediaFailures.captions_malformed.message)
    }
  }

  async function remove(removed: string) {
    setProblem(null)
    try {
      await removing.mutateAsync({ input: { mediaId: medium._id, language: removed } })
      onChanged()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : texts.notRemoved)
    }
  }

  return (
    <div>
      {medium.captions.length > 0 && (
        <ul aria-label={texts.title} className="mb-2 flex flex-wrap gap-2">
          {medium.captions.map(({ language: code, label }) => (
            <li key={code} className="flex items-center rounded-full bg-wash ps-4 text-sm">
              {label}
              <IconButton
                label={texts.remove(label)}
                icon={<X aria-hidden="true" />}
                onClick={() => void remove(code)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <Select
          label={texts.title}
          className="w-fit max-w-full min-w-44"
          value={language}
          options={LANGUAGES.map((code) => ({ value: code, label: nameOf(code) }))}
          onChange={(event) => setLanguage(event.target.value)}
        />
        <Button
          icon={<Captions />}
          isLoading={adding.isPending}
          aria-describedby={noteId}
          onClick={() => inputRef.current?.click()}
        >
          {texts.add}
        </Button>
        <input
          ref={inputRef}
          type="file"
          accept=".vtt,text/vtt"
          aria-label={texts.file}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) void add(file)
            event.target.value = ''
          }}
        />
      </div>
      <div className="mt-1.5">
        <FieldNote id={noteId} help={texts.help} error={problem} />
      </div>
    </div>
  )
}

/** A language's own name, as shown in the player's menu. */
function nameOf(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
}
