import { RotateCw, X } from 'lucide-react'
import { useState } from 'react'

import { DescribeDialog } from '#web/features/uploader/describe-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

import { channelTexts } from '../messages.ts'
import { describePicture, type PictureInHand, removePicture, retryPicture } from './pictures-in-hand.ts'

const texts = channelTexts.pictures

/** The pictures of what is being written: how far they are, what they show, and a way to take them out. */
export function PictureStrip({ pictures }: { pictures: readonly PictureInHand[] }) {
  const [describedKey, setDescribedKey] = useState<string | null>(null)
  const described = pictures.find(({ key }) => key === describedKey)
  const underWay = pictures.filter(({ state, problem }) => state !== 'arrived' && problem === null).length
  return (
    <>
      <ul aria-label={texts.label} className="flex flex-wrap gap-2 p-2.5 pb-0">
        {pictures.map((picture) => (
          <Tile key={picture.key} picture={picture} onDescribe={() => setDescribedKey(picture.key)} />
        ))}
      </ul>
      {pictures.map(
        ({ key, file, state, problem }) =>
          problem !== null && (
            <p
              key={key}
              role="alert"
              className="flex flex-wrap items-center gap-2 px-3.5 pt-2 text-sm text-bad"
            >
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {texts.problem(file.name, problem)}
              </span>
              {state === 'stopped' && (
                <Button size="small" icon={<RotateCw />} onClick={() => retryPicture(key)}>
                  {texts.retry}
                </Button>
              )}
            </p>
          ),
      )}
      <output className="sr-only">
        {underWay > 0 ? texts.sending(underWay) : texts.ready(pictures.length)}
      </output>
      <DescribeDialog
        alt={described?.alt ?? null}
        onDescribe={(alt) => describedKey !== null && describePicture(describedKey, alt)}
        onClose={() => setDescribedKey(null)}
      />
    </>
  )
}

function Tile({ picture, onDescribe }: { picture: PictureInHand; onDescribe: () => void }) {
  const { key, file, previewUrl, state, percent, problem, alt } = picture
  const [isBroken, setIsBroken] = useState(false)
  const isUnderWay = state !== 'arrived' && problem === null
  const isDescribed = alt.trim() !== ''
  return (
    <li
      className={classNames(
        'relative size-24 overflow-hidden rounded-control bg-wash',
        problem !== null && 'outline-2 -outline-offset-2 outline-bad',
      )}
    >
      {!isBroken && (
        <img
          src={previewUrl}
          alt={alt === '' ? file.name : alt}
          draggable={false}
          onError={() => setIsBroken(true)}
          className={classNames('size-full object-cover', isUnderWay && 'opacity-60')}
        />
      )}
      <button
        type="button"
        aria-label={texts.remove(file.name)}
        title={texts.remove(file.name)}
        onClick={() => removePicture(key)}
        className="absolute end-1 top-1 grid size-8 place-items-center rounded-full bg-paper-raised/90 text-ink shadow-float hover:bg-paper-raised"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
      {isUnderWay ? (
        <div className="absolute inset-x-2 bottom-2">
          <ProgressBar label={texts.uploading(file.name)} percent={percent} />
        </div>
      ) : (
        problem === null && (
          <button
            type="button"
            aria-label={isDescribed ? texts.describedNamed(file.name) : texts.describeNamed(file.name)}
            onClick={onDescribe}
            className="absolute start-1 bottom-1 min-h-7 rounded-full bg-paper-raised/90 px-2.5 text-xs font-medium text-ink hover:bg-paper-raised"
          >
            {isDescribed ? texts.described : texts.describe}
          </button>
        )
      )}
    </li>
  )
}
