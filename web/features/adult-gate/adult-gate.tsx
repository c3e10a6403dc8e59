import { Button } from '#web/ui/button.tsx'

import { confirmAdult } from './adult-confirmation.ts'
import { adultGateTexts as texts } from './messages.ts'

/** Replaces a page with adult content until the viewer confirms being old enough. */
export function AdultGate({ pageName }: { pageName: string }) {
  return (
    <section
      aria-labelledby="adult-gate-title"
      className="mx-auto flex min-h-[60dvh] max-w-form flex-col items-center justify-center px-4 py-16 text-center"
    >
      <p
        aria-hidden="true"
        className="mb-6 grid size-16 place-items-center rounded-full bg-champagne font-display text-xl inset-ring inset-ring-champagne-line"
      >
        {texts.ageMark}
      </p>
      <h1 id="adult-gate-title" className="font-display text-2xl wrap-break-word sm:text-3xl">
        {texts.isForAdults(pageName)}
      </h1>
      <p className="mt-3 text-base text-ink-soft">{texts.reason}</p>
      <div className="mt-8 flex w-full flex-col gap-3 sm:w-auto sm:flex-row-reverse">
        <Button variant="primary" onClick={confirmAdult}>
          {texts.confirm}
        </Button>
        <Button to="/">{texts.leave}</Button>
      </div>
    </section>
  )
}
