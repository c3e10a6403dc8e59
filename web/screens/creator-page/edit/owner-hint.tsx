import { Camera } from 'lucide-react'

import { editTexts as texts } from './messages.ts'

const LOOK = 'border-dashed border-line-strong text-ink-soft hover:border-ink-faint hover:text-ink'

/** What stands where its owner has nothing yet: a press begins it. */
export function OwnerHint({ of: part, onBegin }: { of: 'picture' | 'headline'; onBegin: () => void }) {
  if (part === 'headline')
    return (
      <button
        type="button"
        onClick={onBegin}
        className={`mt-2 min-h-11 rounded-control border px-3 text-base ${LOOK}`}
      >
        {texts.headlineMissing}
      </button>
    )
  return (
    <button
      type="button"
      onClick={onBegin}
      className={`absolute inset-0 grid content-center justify-items-center gap-1 rounded-full border-2 bg-paper px-2 text-center text-sm leading-tight font-semibold ${LOOK}`}
    >
      <Camera aria-hidden="true" className="size-5" />
      {texts.pictureMissing}
    </button>
  )
}
