import { CircleX } from 'lucide-react'

import { Button } from '#web/ui/button.tsx'

import { paymentSuccessTexts } from './messages.ts'

const texts = paymentSuccessTexts.unfinished

/** The payment failed or was never made. */
export function Unfinished({
  creator,
  backTo,
}: {
  creator: { pageName: string; pageHandle: string }
  backTo: string | null
}) {
  return (
    <div role="alert">
      <span aria-hidden="true" className="grid size-14 place-items-center rounded-full bg-bad-soft text-bad">
        <CircleX className="size-7" />
      </span>
      <h1 className="mt-6 font-display text-3xl">{texts.title}</h1>
      <p className="mt-3 text-lg text-ink-soft">{texts.noMember(creator.pageName)}</p>
      <Button variant="primary" size="large" className="mt-8" to={backTo ?? `/${creator.pageHandle}`}>
        {backTo === null ? texts.backTo(creator.pageName) : texts.backToPost}
      </Button>
    </div>
  )
}
