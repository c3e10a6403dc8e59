import { Button } from '#web/ui/button.tsx'

import { mediaTexts } from '../messages.ts'

/** The options left for a file that can't be shown: another try, and its own address. */
export function WaysOn({ src, onRetry }: { src: string | null; onRetry: () => void }) {
  return (
    <>
      <Button size="small" onClick={onRetry}>
        {mediaTexts.tryAgain}
      </Button>
      {src !== null && (
        <a
          href={src}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center font-medium text-ink underline underline-offset-4"
        >
          {mediaTexts.openFile}
        </a>
      )}
    </>
  )
}
