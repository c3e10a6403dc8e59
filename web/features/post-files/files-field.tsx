import { FilePlus2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'

import { inSentences } from '#contract/sentences.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'

import { FileRow } from './file-row.tsx'
import type { FileInHand, FilesInHand } from './files-in-hand.ts'
import { filesFieldTexts as texts } from './messages.ts'

export type FilesFieldProps = {
  files: readonly FileInHand[]
  inHand: FilesInHand
  plans: readonly Plan[]
  /** Why the post can't be published with its files. */
  error: string | null
}

/** The files of the post being written: adds several at a time, in an order, each for everyone or for some plans. */
export function FilesField({ files, inHand, plans, error }: FilesFieldProps) {
  const [problems, setProblems] = useState<readonly string[]>([])
  const inputRef = useRef<HTMLInputElement>(null)
  const fieldRef = useRef<HTMLFieldSetElement>(null)
  const noteId = useId()
  const sentCount = files.filter(({ stage }) => stage === 'sent' || stage === 'scanning').length

  function remove(key: number) {
    inHand.remove(key)
    // The pressed button is gone along with the file.
    fieldRef.current?.focus({ preventScroll: true })
  }

  return (
    <fieldset ref={fieldRef} tabIndex={-1} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{texts.title}</legend>
      {files.length > 0 && (
        <ul
          aria-label={texts.listLabel}
          className="mb-3 divide-y divide-line rounded-card border border-line bg-paper-raised"
        >
          {files.map((file, at) => (
            <FileRow
              key={file.key}
              file={file}
              plans={plans}
              inHand={inHand}
              isFirst={at === 0}
              isLast={at === files.length - 1}
              onRemove={() => remove(file.key)}
            />
          ))}
        </ul>
      )}
      <Button
        size="small"
        icon={<FilePlus2 />}
        aria-describedby={noteId}
        onClick={() => inputRef.current?.click()}
      >
        {texts.add}
      </Button>
      <input
        ref={inputRef}
        type="file"
        multiple
        aria-label={texts.add}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          setProblems(inHand.add([...(event.target.files ?? [])]))
          // The same file may be picked again after it was removed.
          event.target.value = ''
        }}
      />
      <div className="mt-1.5">
        <FieldNote id={noteId} help={texts.help} error={inSentences(...problems, error ?? '')} />
      </div>
      <output className="sr-only">{files.length > 0 && texts.announce(sentCount, files.length)}</output>
    </fieldset>
  )
}
